package dev.gearbox.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

// Public with its records: Jackson, in a module of its own, has to see them.
public class DataReaderTest {
    private static final DataReader PEOPLE = DataReader.ofPeople(YAMLMapper.builder(), WrongException::new);
    private static final DataReader PROGRAMS = DataReader.ofPrograms(JsonMapper.builder(), WrongException::new);
    private static final String ZOO = """
            name: our zoo
            since: 2000
            open: true
            feeding: 1.5h
            prices: {child: 2.5}
            animals:
              - {kind: bird, wings: 2}
              - {kind: fish, home: salt-water}
            keepers: [Ann, {name: Bob, after: 3}]
            """;

    static final class WrongException extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongException(String message) {
            super(message);
        }
    }

    public record Zoo(
            String name,
            int since,
            boolean open,
            Duration feeding,
            Map<Guest, Double> prices,
            List<Animal> animals,
            List<Keeper> keepers,
            Optional<String> motto,
            Optional<JsonNode> more,
            @JsonProperty("closed-on") Optional<List<String>> closedOn) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(name = "bird", value = Bird.class),
        @JsonSubTypes.Type(name = "fish", value = Fish.class)
    })
    public sealed interface Animal {}

    public record Bird(int wings) implements Animal {
        public Bird {
            if (wings < 0) {
                throw new IllegalArgumentException("wings: " + wings + " is out of range: from 0");
            }
            if (wings > 1_000) {
                throw new IllegalStateException("a defect");
            }
        }
    }

    public record Fish(Water home) implements Animal {}

    public enum Guest {
        CHILD,
        ADULT;

        @JsonValue
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Water {
        FRESH_WATER,
        SALT_WATER;

        @JsonValue
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public record Keeper(String name, OptionalInt after) {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        public Keeper {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public static Keeper named(String name) {
            return new Keeper(name, OptionalInt.empty());
        }
    }

    private static Zoo read(String yaml) throws IOException {
        return PEOPLE.read("zoo.yaml", new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), Zoo.class);
    }

    @Test
    void aFileBecomesARecord() throws IOException {
        assertThat(read(ZOO + "motto: >\n  See\n  them\nclosed-on: [Monday, 1]\n"))
                .isEqualTo(new Zoo(
                        "our zoo",
                        2000,
                        true,
                        Duration.ofMinutes(90),
                        Map.of(Guest.CHILD, 2.5),
                        List.of(new Bird(2), new Fish(Water.SALT_WATER)),
                        List.of(Keeper.named("Ann"), new Keeper("Bob", OptionalInt.of(3))),
                        Optional.of("See them"),
                        Optional.empty(),
                        Optional.of(List.of("Monday", "1"))));
    }

    @Test
    void onlyWhatIsOptionalMayBeAbsent() throws IOException {
        assertThat(read(ZOO).motto()).isEmpty();
        assertThat(read(ZOO + "more: null\n").more()).isEmpty();
        assertThat(read(ZOO + "more: [5]\n").more().orElseThrow().isArray()).isTrue();
        assertThat(read(ZOO + "motto: null\nclosed-on: null\n").closedOn()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    name: our zoo   |                 | zoo.yaml: name is missing
                    name: our zoo   | name:           | zoo.yaml: name is missing
                    name: our zoo   | name: ' '       | zoo.yaml: name must be text, not " "
                    name: our zoo   | name: [a]       | zoo.yaml: name must be text, not ["a"]
                    name: our zoo   | nmae: our zoo   | zoo.yaml: unknown key "nmae". Did you mean name? Known: animals, closed-on, feeding, keepers, more, motto, name, open, prices, since
                    open: true      | open: true${n}closed-in: [x] | zoo.yaml: unknown key "closed-in". Did you mean closed-on? Known: animals, closed-on, feeding, keepers, more, motto, name, open, prices, since
                    open: true      | open: sometimes | zoo.yaml: open must be true or false, not "sometimes"
                    since: 2000     | since: 2000.5   | zoo.yaml: since must be an integer, not 2000.5
                    since: 2000     | since: '2000'   | zoo.yaml: since must be an integer, not "2000"
                    since: 2000     | since: 20000000000 | zoo.yaml: since must be an integer, not 20000000000
                    feeding: 1.5h   | feeding: soon   | zoo.yaml: feeding must be a duration such as 500ms, 10s or 2m, not "soon"
                    feeding: 1.5h   | feeding: 5      | zoo.yaml: feeding must be a duration such as 500ms, 10s or 2m, not 5
                    {child: 2.5}    | {child: much}   | zoo.yaml: prices.child must be a number, not "much"
                    {child: 2.5}    | {child: null}   | zoo.yaml: prices.child is missing
                    {child: 2.5}    | {childs: 2.5}   | zoo.yaml: prices: unknown key "childs". Did you mean child? Known: adult, child
                    {child: 2.5}    | much            | zoo.yaml: prices must be an object, not "much"
                    kind: bird, wings: 2 | wings: 2    | zoo.yaml: animals[0].kind is missing
                    kind: bird      | kind: brid      | zoo.yaml: animals[0].kind is "brid". Did you mean bird? Known: bird, fish
                    wings: 2        | wings: -2       | zoo.yaml: animals[0]: wings: -2 is out of range: from 0
                    wings: 2        | wigns: 2        | zoo.yaml: animals[0]: unknown key "wigns". Did you mean wings? Known: kind, wings
                    , wings: 2      |                 | zoo.yaml: animals[0].wings is missing
                    wings: 2        | wings: 2, legs: 4 | zoo.yaml: animals[0]: unknown key "legs". Known: wings
                    salt-water      | salt            | zoo.yaml: animals[1].home must be one of fresh-water, salt-water, not "salt"
                    name: Bob       | name: [Bob]     | zoo.yaml: keepers[1].name must be text, not ["Bob"]
                    name: Bob       | nam: Bob        | zoo.yaml: keepers[1]: unknown key "nam". Did you mean name? Known: after, name
                    name: Bob,      |                 | zoo.yaml: keepers[1].name is missing
                    [Ann,           | [null,          | zoo.yaml: keepers[0] is missing
                    [Ann,           | [[Ann],         | zoo.yaml: keepers[0] must be an object, not ["Ann"]
                    keepers: [Ann, {name: Bob, after: 3}] | keepers: [] | zoo.yaml: keepers must be a list with at least one element, not []
                    keepers: [Ann, {name: Bob, after: 3}] | keepers: Ann | zoo.yaml: keepers must be a list, not "Ann"
                    """)
    void whatIsWrongIsSaidWithFileAndKey(String right, String wrong, String message) {
        assertThat(ZOO).contains(right);
        String yaml = ZOO.replace(right, wrong == null ? "" : wrong.replace("${n}", "\n"));
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(WrongException.class).hasMessage(message);
    }

    @Test
    void whatIsNoFileAtAllIsSaidInALine() {
        assertThatThrownBy(() -> read("{{"))
                .isInstanceOf(WrongException.class)
                .hasMessageStartingWith("zoo.yaml: not valid YAML: ")
                .message()
                .doesNotContain("\n");
        assertThatThrownBy(() -> read(ZOO + "name: another"))
                .hasMessageStartingWith("zoo.yaml: not valid YAML: ")
                .hasMessageContaining("name");
        assertThatThrownBy(() -> read("")).hasMessage("zoo.yaml: is empty");
        assertThatThrownBy(() -> read("5")).hasMessage("zoo.yaml: must be an object, not 5");
    }

    @Test
    void aDefectIsNoComplaint() {
        assertThatThrownBy(() -> read(ZOO.replace("wings: 2", "wings: 2000")))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("a defect");
    }

    @Test
    void whatProgramsWriteIsWhatItIs() {
        var tree = PROGRAMS.tree("line", "{\"name\":\" \",\"after\":null}");
        assertThat(PROGRAMS.decode(Place.of("line"), tree, Keeper.class).name()).isEqualTo(" ");
        assertThatThrownBy(() -> PROGRAMS.tree("line", "{\"name\":\"a\"} x"))
                .hasMessageStartingWith("line: not valid JSON: ");
        assertThatThrownBy(() -> PROGRAMS.decode(Place.of("line").at("list").at(2), tree, Zoo.class))
                .hasMessageStartingWith("line: list[2]: unknown key \"after\".");
    }

    @Test
    void theCallerSaysWhatOnlyItKnows() {
        Place place = Place.of("zoo.yaml").at("animals").at(0);
        assertThat(PEOPLE.error(place.at("wings"), "makes no sense"))
                .hasMessage("zoo.yaml: animals[0].wings makes no sense");
        assertThat(PEOPLE.error(Place.of("steps").at(1), "is late")).hasMessage("steps[1] is late");
    }
}
