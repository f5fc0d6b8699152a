package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.EvidenceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Reads a claim from its file.
 * <pre>
 * id: es-4          statement: ...          source: ...
 * their-method: {how: one run of 120 s, CPU by eye, reported: 50.8 % against 68.5 %}
 * note: remarks for the reader                                          may be left out
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
 * </pre>
 *
 * @param fields the whole file
 * @param known the arms and cells that claims may refer to
 */
record ClaimFile(ClaimFields fields, Claim.KnownNames known) {

    Claim claim() {
        String id = fields.text("id");
        if (!id.matches("[a-z]+-[0-9]+[a-z]?")) {
            throw fields.error("id", "must be letters, a dash and a number, not \"" + id + "\"");
        }
        ClaimFields theirs = fields.object("their-method", "how", "reported");
        List<Claim.Part> parts = new ArrayList<>();
        List<JsonNode> list = fields.list("parts");
        for (int i = 0; i < list.size(); i++) {
            parts.add(part(ClaimFields.of(
                    fields.file(),
                    "parts[" + (i + 1) + "]",
                    list.get(i),
                    "name",
                    "metric",
                    "left",
                    "right",
                    "times",
                    "expect",
                    "size",
                    "margin",
                    "workload",
                    "axes")));
        }
        return new Claim(
                id,
                fields.text("statement"),
                fields.text("source"),
                new Claim.Theirs(theirs.text("how"), theirs.text("reported")),
                fields.optionalText("note"),
                fields.optionalText("family").orElse(id),
                parts);
    }

    private Claim.Part part(ClaimFields part) {
        Claim.Measure measure = Claim.measure(part);
        Claim.Side left = side(part, "left", measure);
        boolean absolute = part.required("right").has("number");
        Optional<Claim.Side> right = absolute ? Optional.empty() : Optional.of(side(part, "right", measure));
        if (absolute && (part.has("times") || part.has("size"))) {
            throw part.error(part.has("times") ? "times" : "size", "is not allowed in a comparison with a number");
        }
        double number = absolute
                ? part.object("right", "number").positive("number")
                : part.has("times") ? part.positive("times") : 1;
        Claim.Expected expect = Claim.expectation(part);
        if (part.has("size") && expect != Claim.Expected.LEFT_LOWER && expect != Claim.Expected.LEFT_HIGHER) {
            throw part.error("size", "goes with left-lower or left-higher only");
        }
        if (right.isPresent() && right.get().equals(left)) {
            throw part.error("right", "is the same as left");
        }
        Optional<Claim.Size> size = part.has("size") ? Optional.of(size(part, expect)) : Optional.empty();
        return new Claim.Part(part.text("name"), measure, left, right, number, expect, margin(part), size);
    }

    private static Claim.Size size(ClaimFields part, Claim.Expected expect) {
        ClaimFields size = part.object("size", "left", "right");
        Claim.Size stated = new Claim.Size(size.positive("left"), size.positive("right"));
        boolean lower = stated.ratio() < 1;
        if (stated.ratio() == 1 || lower != (expect == Claim.Expected.LEFT_LOWER)) {
            throw part.error("size", "says the opposite of expect: " + expect.key());
        }
        return stated;
    }

    private double margin(ClaimFields part) {
        ClaimFields holder = part.has("margin") ? part : fields;
        double margin = holder.positive("margin");
        if (margin >= 1) {
            throw holder.error("margin", "is a share, such as 0.05 for 5 %, and below 1");
        }
        return margin;
    }

    /** A figure that is measured separately has its own load: its cell is named after the measure and has no axes. */
    private Claim.Side side(ClaimFields part, String key, Claim.Measure measure) {
        JsonNode node = part.required(key);
        if (measure instanceof Claim.Measure.Unblocked) {
            for (String load : List.of("workload", "axes")) {
                if (part.has(load) || node.has(load)) {
                    throw part.error(
                            load, "is not allowed: " + measure.key() + " is measured separately, under its own load");
                }
            }
            Claim.Contender alone = node.isString()
                    ? contender(part, key, node.asString(), Optional.empty())
                    : contender(
                            part.object(key, "arm"),
                            "arm",
                            part.object(key, "arm").text("arm"),
                            Optional.empty());
            return new Claim.Side(alone, new Claim.CellRef(measure.key(), Map.of()));
        }
        Claim.Contender arm;
        Map<String, String> axes = new LinkedHashMap<>();
        String workload;
        if (node.isString()) {
            arm = contender(part, key, node.asString(), Optional.empty());
            workload = inherited(part, part, axes);
        } else {
            ClaimFields side = part.object(key, "arm", "offload", "workload", "axes");
            arm = contender(side, "arm", side.text("arm"), side.optionalText("offload"));
            workload = inherited(part, side, axes);
        }
        Claim.CellRef cell = new Claim.CellRef(workload, axes);
        try {
            known.check(cell);
        } catch (EvidenceException wrong) {
            throw part.error(key, "is under a load that does not exist: " + wrong.getMessage(), wrong);
        }
        return new Claim.Side(arm, cell);
    }

    private Claim.Contender contender(ClaimFields at, String key, String spec, Optional<String> offload) {
        try {
            return new Claim.Contender(spec, offload, known.label(spec, offload));
        } catch (IllegalArgumentException unknown) {
            throw at.error(key, "is \"" + spec + "\": " + unknown.getMessage(), unknown);
        }
    }

    /** Returns the workload, and puts the values into {@code axes}: a side's override its part's, which override the claim's. */
    private String inherited(ClaimFields part, ClaimFields side, Map<String, String> axes) {
        Optional<String> workload = Optional.empty();
        for (ClaimFields level : List.of(fields, part, side)) {
            if (level.has("workload")) {
                workload = Optional.of(level.text("workload"));
                axes.clear(); // another workload has different axes
            }
            if (level.has("axes")) {
                axes.putAll(level.map("axes"));
            }
        }
        return workload.orElseThrow(() -> fields.error("workload", "is missing"));
    }
}
