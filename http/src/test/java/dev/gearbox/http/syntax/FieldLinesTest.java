package dev.gearbox.http.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The index and the encoding of fields. */
class FieldLinesTest {
    private static FieldLines fields(String... namesAndValues) {
        FieldLines fields = new FieldLines(0);
        for (int index = 0; index < namesAndValues.length; index += 2) {
            fields.add(namesAndValues[index], namesAndValues[index + 1]);
        }
        return fields;
    }

    @Test
    void manyFields() {
        FieldLines fields = new FieldLines(10);
        StringBuilder sent = new StringBuilder();
        for (int number = 0; number < 100; number++) {
            fields.add("N" + number, "v".repeat(number));
            sent.append("N")
                    .append(number)
                    .append(": ")
                    .append("v".repeat(number))
                    .append("\r\n");
        }
        assertThat(fields.count()).isEqualTo(100);
        assertThat(new String(fields.encoded(), StandardCharsets.ISO_8859_1)).hasToString(sent.toString());
        for (int number = 0; number < 100; number++) {
            assertThat(fields.find("n" + number, 0)).isEqualTo(number);
            assertThat(fields.name(number)).isEqualTo("N" + number);
            assertThat(fields.value(number)).hasSize(number);
        }
    }

    /** In ASCII these differ by the same bit as letters in their case. */
    @ParameterizedTest
    @CsvSource({"^, ~", "`, @", "Z, [", "1, Q"})
    void onlyLettersHaveCase(String name, String other) {
        assertThat(fields(name, "").find(other, 0)).isEqualTo(-1);
        assertThat(fields(name, "").find(name, 0)).isZero();
    }

    @Test
    void namesOfOneLengthAndRepeatedNames() {
        FieldLines fields = fields("Ab", "1", "Ac", "2", "aB", "3");
        assertThat(fields.find("ab", 0)).isZero();
        assertThat(fields.find("AB", 1)).isEqualTo(2);
        assertThat(fields.count("ab")).isEqualTo(2);
        assertThat(fields.count("a")).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "'' ~ 0 ~ 0",
                "',' ~ 0 ~ 0",
                "a ~ 1 ~ 1",
                "'a,' ~ 1 ~ 1",
                "', \tA ,,b' ~ 2 ~ 1",
                "'a b' ~ 1 ~ 0",
                "'aa,a,a;q' ~ 3 ~ 1"
            })
    void elementsOfLists(String value, int all, int as) {
        FieldLines fields = fields("other", "a", "list", value);
        assertThat(fields.elements("LIST")).isEqualTo(all);
        assertThat(fields.elements("LIST", "a")).isEqualTo(as);
    }

    @Test
    void elementsOfAllFields() {
        FieldLines fields = fields("list", "a, b", "list", "A");
        assertThat(fields.elements("list")).isEqualTo(3);
        assertThat(fields.elements("list", "a")).isEqualTo(2);
    }
}
