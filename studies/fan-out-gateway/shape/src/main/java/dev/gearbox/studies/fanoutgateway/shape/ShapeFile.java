package dev.gearbox.studies.fanoutgateway.shape;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.gearbox.data.DataReader;
import dev.gearbox.data.Place;
import dev.gearbox.origin.Delay;
import dev.gearbox.origin.Faults;
import dev.gearbox.origin.OriginPlan;
import dev.gearbox.studies.fanoutgateway.shape.Shape.Call;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a {@link Shape} from YAML, strictly, and puts its calls in an order in which none comes before one that it waits for. */
final class ShapeFile {
    private static final DataReader READER = DataReader.ofPeople(YAMLMapper.builder(), IllegalArgumentException::new);
    private static final int FEWEST = 2;
    private static final int MOST = 32;

    /** What a gateway takes at most. */
    private static final long LARGEST = 8 << 20;

    /** A path, but not that of the counters. */
    private static final String NAME = "(?!counts$)[a-z][a-z0-9-]{0,31}";

    record File(Map<String, Form> calls, Optional<Join> join) {
        File {
            if (calls.size() < FEWEST || calls.size() > MOST) {
                throw new IllegalArgumentException(
                        "calls: has " + calls.size() + " and must have from " + FEWEST + " to " + MOST);
            }
        }
    }

    record Join(int passes) {
        Join {
            if (passes < 1 || passes > 1_000) {
                throw new IllegalArgumentException("passes: is " + passes + " and must be from 1 to 1000");
            }
        }
    }

    /** A call as it is written. */
    record Form(
            Optional<String> delay,
            Optional<String> size,
            Optional<String> faults,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> after,
            Optional<String> url) {
        Form {
            if (url.isPresent() && (delay.isPresent() || size.isPresent() || faults.isPresent())) {
                throw new IllegalArgumentException("url: excludes delay, size and faults, which services of ours have");
            }
            if (new HashSet<>(after).size() < after.size()) {
                throw new IllegalArgumentException("after: names a call twice");
            }
            var _ = service(delay, size, faults, url); // so that what is wrong is reported here
        }

        Shape.Service service() {
            return service(delay, size, faults, url);
        }

        private static Shape.Service service(
                Optional<String> delay, Optional<String> size, Optional<String> faults, Optional<String> url) {
            if (url.isPresent()) {
                return new Shape.Elsewhere(address(url.get()));
            }
            return new Shape.Ours(
                    Delay.parse(delay.orElse("0")),
                    faults.map(Faults::parse).orElse(Faults.NONE),
                    bytes(size.orElse("1KiB")));
        }

        private static int bytes(String text) {
            long bytes = OriginPlan.size(text);
            if (bytes < 64 || bytes > LARGEST) {
                throw new IllegalArgumentException("size: is " + text + " and must be from 64B to 8MiB");
            }
            return (int) bytes;
        }

        private static URI address(String text) {
            if (!text.matches("http://[^\\s/]+(/\\S*)?")) {
                throw new IllegalArgumentException("url: is \"" + text + "\" and must be http://HOST:PORT/PATH");
            }
            return URI.create(text);
        }
    }

    private final Place place;
    private final Map<String, Form> forms;
    private final Map<String, Integer> placed = new LinkedHashMap<>();

    private ShapeFile(Place place, Map<String, Form> forms) {
        this.place = place.at("calls");
        this.forms = forms;
    }

    static Shape parse(String file, String text) {
        Place place = Place.of(file);
        File read = READER.decode(place, READER.tree(file, text), File.class);
        ShapeFile shape = new ShapeFile(place, read.calls());
        return new Shape(shape.calls(), read.join().map(Join::passes).orElse(1));
    }

    private List<Call> calls() {
        forms.forEach(this::check);
        List<Call> calls = new ArrayList<>();
        while (placed.size() < forms.size()) {
            String next = forms.keySet().stream()
                    .filter(name -> !placed.containsKey(name) && unplaced(name).isEmpty())
                    .findFirst()
                    .orElseThrow(() -> READER.error(place, "has a cycle: " + cycle()));
            Form form = form(next);
            calls.add(new Call(next, form.after().stream().map(placed::get).toList(), form.service()));
            placed.put(next, placed.size());
        }
        return calls;
    }

    private void check(String name, Form form) {
        if (!name.matches(NAME)) {
            throw READER.error(
                    place.at(name),
                    "is no name: one begins with a to z, has at most 32 letters, digits and -, and is not counts");
        }
        for (String before : form.after()) {
            if (!forms.containsKey(before)) {
                throw READER.error(
                        place.at(name).at("after"),
                        "names no call: \"" + before + "\". Known: " + String.join(", ", forms.keySet()));
            }
        }
    }

    /** Returns those that a call waits for and that have no place yet. */
    private List<String> unplaced(String name) {
        return form(name).after().stream()
                .filter(before -> !placed.containsKey(before))
                .toList();
    }

    /** Follows what each of the calls that are left waits for, until one comes again. */
    private String cycle() {
        List<String> path = new ArrayList<>();
        String name = forms.keySet().stream()
                .filter(each -> !placed.containsKey(each))
                .findFirst()
                .orElseThrow();
        while (!path.contains(name)) {
            path.add(name);
            name = unplaced(name).getFirst();
        }
        List<String> cycle = new ArrayList<>(path.subList(path.indexOf(name), path.size()));
        cycle.add(name);
        return String.join(" waits for ", cycle);
    }

    private Form form(String name) {
        return Objects.requireNonNull(forms.get(name), name);
    }
}
