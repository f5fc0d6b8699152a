package dev.gearbox.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class PairedArgumentsTest {
    private static PairedArguments parse(String... words) {
        return PairedArguments.parse(words, Map.of("--bytes", 64));
    }

    @Test
    void options_stand_anywhere_and_have_defaults() {
        PairedArguments given = parse("epoll", "--forks", "7", "uring", "--bytes", "1");
        assertThat(given.names()).containsExactly("epoll", "uring");
        assertThat(given.number("--bytes")).isOne();
        assertThat(given.size()).isEqualTo(new PairedRounds.Size(7, 8, 16));
    }

    @Test
    void what_cannot_be_used_is_named() {
        assertThatThrownBy(() -> parse("--fork", "7")).hasMessage("there is no option --fork");
        assertThatThrownBy(() -> parse("--forks")).hasMessage("--forks needs a number, not \"\"");
        assertThatThrownBy(() -> parse("--forks", "-1")).hasMessage("--forks needs a number, not \"-1\"");
        assertThatThrownBy(() -> parse("--forks", "1").size()).hasMessageContaining("two forks");
    }
}
