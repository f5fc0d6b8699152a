package dev.gearbox.evidence.claim;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gearbox.data.DataReader;
import dev.gearbox.data.Place;
import dev.gearbox.evidence.EvidenceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads a claim from its file.
 * <pre>
 * id: es-4          statement: ...          source: ...
 * place: section 3.2                                                    where the source says it; may be left out, like the next two
 * refuted-if: ...                                                       what would refute it
 * either-way: ...                                                       why this test can confirm and refute it
 * their-method: {how: one run of 120 s, CPU by eye, reported: 50.8 % against 68.5 %}
 * note: remarks for the reader                                          may be left out
 * cores: 2                                                              the fewest cores of the subjects; 1, if left out
 * family: es-4                                                          the id, if left out
 * workload: hello-bye      axes: {connections: 10000}                   the load of all parts; may be left out
 * margin: 0.05                                                          the smallest effect that counts
 * parts:
 *   - name: one selector needs less CPU than two
 *     metric: cores
 *     left: selector                                                    or {arm: selector, offload: 50, workload: ..., axes: ...}
 *     right: reactors?threads=2                                         the same, or {number: 100000}
 *     times: 10                                                         left against this many times right (1 if left out)
 *     expect: left-lower                                                left-higher, equal, at-least, at-most
 *     size: {left: 50.8, right: 68.5}                                   may be left out; margin, workload and axes too
 *     by-arithmetic: ...                                                the sum by which the load decides it; only where it does
 * </pre>
 */
final class ClaimFile {
    private static final DataReader READER = DataReader.ofPeople(YAMLMapper.builder(), EvidenceException::new);

    private final Place file;
    private final Form form;
    private final Claim.KnownNames known;

    private ClaimFile(Place file, Form form, Claim.KnownNames known) {
        this.file = file;
        this.form = form;
        this.known = known;
    }

    /** A level at which the load may be named: the claim, a part of it, or a side of a part. */
    private sealed interface Load {
        Optional<String> workload();

        Optional<Map<String, String>> axes();
    }

    private record Form(
            String id,
            String statement,
            String source,
            Optional<String> place,
            @JsonProperty("refuted-if") Optional<String> refutedIf,
            @JsonProperty("either-way") Optional<String> eitherWay,
            @JsonProperty("their-method") Claim.Theirs theirs,
            Optional<String> note,
            Optional<Integer> cores,
            Optional<String> family,
            Optional<String> workload,
            Optional<Map<String, String>> axes,
            OptionalDouble margin,
            List<Part> parts)
            implements Load {}

    private record Part(
            String name,
            String metric,
            Side left,
            Side right,
            OptionalDouble times,
            Claim.Expected expect,
            Optional<Claim.Size> size,
            @JsonProperty("by-arithmetic") Optional<String> arithmetic,
            OptionalDouble margin,
            Optional<String> workload,
            Optional<Map<String, String>> axes)
            implements Load {}

    private record Side(
            Optional<String> arm,
            Optional<String> offload,
            Optional<String> workload,
            Optional<Map<String, String>> axes,
            OptionalDouble number)
            implements Load {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        private Side {
            boolean alone = offload.isEmpty() && workload.isEmpty() && axes.isEmpty();
            if (number.isPresent() && (arm.isPresent() || !alone)) {
                throw new IllegalArgumentException("number: excludes all other keys");
            }
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private static Side of(String arm) {
            return new Side(
                    Optional.of(arm), Optional.empty(), Optional.empty(), Optional.empty(), OptionalDouble.empty());
        }
    }

    static Claim decode(String file, InputStream in, Claim.KnownNames known) throws IOException {
        return new ClaimFile(Place.of(file), READER.read(file, in, Form.class), known).claim();
    }

    private Claim claim() {
        if (!form.id.matches("[a-z]+-[0-9]+[a-z]?")) {
            throw READER.error(file.at("id"), "must be letters, a dash and a number, not \"" + form.id + "\"");
        }
        int cores = form.cores.orElse(1);
        if (cores < 1) {
            throw READER.error(file.at("cores"), "must be the fewest cores that the subjects need, from 1");
        }
        List<Claim.Part> parts = new ArrayList<>();
        for (Part part : form.parts) {
            parts.add(part(file.at("parts").at(parts.size()), part));
        }
        return new Claim(
                form.id,
                form.statement,
                form.source,
                form.theirs,
                form.note,
                new Claim.Testability(form.place, form.refutedIf, form.eitherWay),
                cores,
                form.family.orElse(form.id),
                parts);
    }

    private Claim.Part part(Place at, Part part) {
        Claim.Measure measure = measure(at.at("metric"), part.metric);
        Claim.Side left = side(at, part, "left", part.left, measure);
        boolean absolute = part.right.number.isPresent();
        Optional<Claim.Side> right =
                absolute ? Optional.empty() : Optional.of(side(at, part, "right", part.right, measure));
        if (absolute && (part.times.isPresent() || part.size.isPresent())) {
            throw READER.error(
                    at.at(part.times.isPresent() ? "times" : "size"), "is not allowed in a comparison with a number");
        }
        double number = absolute
                ? positive(at.at("right").at("number"), part.right.number)
                : part.times.isPresent() ? positive(at.at("times"), part.times) : 1;
        if (right.isPresent() && right.get().equals(left)) {
            throw READER.error(at.at("right"), "is the same as left");
        }
        part.size.ifPresent(size -> check(at.at("size"), size, part.expect));
        return new Claim.Part(
                part.name, measure, left, right, number, part.expect, margin(at, part), part.size, part.arithmetic);
    }

    private static Claim.Measure measure(Place at, String key) {
        try {
            return Claim.Measure.of(key);
        } catch (EvidenceException unknown) {
            throw READER.error(at, "is \"" + key + "\": " + unknown.getMessage(), unknown);
        }
    }

    private static void check(Place at, Claim.Size size, Claim.Expected expect) {
        if (expect != Claim.Expected.LEFT_LOWER && expect != Claim.Expected.LEFT_HIGHER) {
            throw READER.error(at, "goes with left-lower or left-higher only");
        }
        positive(at.at("left"), OptionalDouble.of(size.left()));
        positive(at.at("right"), OptionalDouble.of(size.right()));
        boolean lower = size.ratio() < 1;
        if (size.ratio() == 1 || lower != (expect == Claim.Expected.LEFT_LOWER)) {
            throw READER.error(at, "says the opposite of expect: " + expect.key());
        }
    }

    private double margin(Place at, Part part) {
        Place holder = part.margin.isPresent() ? at : file;
        OptionalDouble margin = part.margin.isPresent() ? part.margin : form.margin;
        if (positive(holder.at("margin"), margin) >= 1) {
            throw READER.error(holder.at("margin"), "is a share, such as 0.05 for 5 %, and below 1");
        }
        return margin.orElseThrow();
    }

    private static double positive(Place at, OptionalDouble number) {
        if (number.isEmpty()) {
            throw READER.error(at, "is missing");
        }
        if (!(number.getAsDouble() > 0) || !Double.isFinite(number.getAsDouble())) {
            throw READER.error(at, "must be a number above 0");
        }
        return number.getAsDouble();
    }

    /** A figure that is measured separately has its own load: its cell is named after the measure and has no axes. */
    private Claim.Side side(Place at, Part part, String key, Side side, Claim.Measure measure) {
        String spec = side.arm.orElseThrow(() -> READER.error(at.at(key).at("arm"), "is missing"));
        Claim.Contender arm = contender(at.at(key), spec, side.offload);
        if (measure instanceof Claim.Measure.Unblocked) {
            Stream.of(
                            part.workload.or(side::workload).map(_ -> "workload"),
                            part.axes.or(side::axes).map(_ -> "axes"),
                            side.offload.map(_ -> "offload"))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .ifPresent(load -> {
                        throw READER.error(
                                at.at(load),
                                "is not allowed: " + measure.key() + " is measured separately, under its own load");
                    });
            return new Claim.Side(arm, new Claim.CellRef(measure.key(), Map.of()));
        }
        Claim.CellRef cell = cell(part, side);
        try {
            known.check(cell);
        } catch (EvidenceException wrong) {
            throw READER.error(at.at(key), "is under a load that does not exist: " + wrong.getMessage(), wrong);
        }
        return new Claim.Side(arm, cell);
    }

    private Claim.Contender contender(Place at, String spec, Optional<String> offload) {
        try {
            return new Claim.Contender(spec, offload, known.label(spec, offload));
        } catch (IllegalArgumentException unknown) {
            throw READER.error(at, "is \"" + spec + "\": " + unknown.getMessage(), unknown);
        }
    }

    /** Returns the cell of a side: its workload and axes override those of the part, which override those of the claim. */
    private Claim.CellRef cell(Part part, Side side) {
        Optional<String> workload = Optional.empty();
        Map<String, String> axes = new LinkedHashMap<>();
        for (Load level : List.of(form, part, side)) {
            if (level.workload().isPresent()) {
                workload = level.workload();
                axes.clear(); // another workload has different axes
            }
            level.axes().ifPresent(axes::putAll);
        }
        return new Claim.CellRef(workload.orElseThrow(() -> READER.error(file.at("workload"), "is missing")), axes);
    }
}
