package dev.gearbox.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only what is between the comments changes. */
class MarkedPartTest {
    private static final String PAGE =
            "# Title\n" + MarkedPart.BEGIN + "\nold\n" + MarkedPart.END + "\nwritten by hand\n";

    @Test
    void the_rest_of_the_page_stays() {
        String made = MarkedPart.replaced(PAGE, "new\nlines\n\n").orElseThrow();
        assertThat(made)
                .isEqualTo("# Title\n" + MarkedPart.BEGIN + "\nnew\nlines\n" + MarkedPart.END + "\nwritten by hand\n");
        assertThat(MarkedPart.replaced(made, "new\nlines")).as("again").contains(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Title",
                MarkedPart.BEGIN,
                MarkedPart.END + MarkedPart.BEGIN,
                MarkedPart.BEGIN + MarkedPart.END + MarkedPart.BEGIN + MarkedPart.END
            })
    void a_page_without_one_marked_part_is_left_alone(String page) {
        assertThat(MarkedPart.replaced(page, "new")).isEmpty();
    }
}
