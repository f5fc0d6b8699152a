package dev.gearbox.lab.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.data.LabException;
import org.junit.jupiter.api.Test;

/** A command is split like in a shell, without any other processing. */
class CommandWordsTest {
    @Test
    void blanksPartWordsUnlessTheyAreQuoted() {
        assertThat(CommandWords.split("  ./a --port  {port}\t'two words' \"and\n three\" "))
                .containsExactly("./a", "--port", "{port}", "two words", "and\n three");
        assertThat(CommandWords.split("--name='a b'\"c d\"e ''")).containsExactly("--name=a bc de", "");
        assertThat(CommandWords.split(" \t ")).isEmpty();
    }

    @Test
    void aBackslashKeepsWhatFollowsButNotWithinSingleQuotes() {
        assertThat(CommandWords.split("a\\ b \\'c '\\d'")).containsExactly("a b", "'c", "\\d");
        assertThat(CommandWords.split("\"say \\\"hi\\\" \\\\ \\n\"")).containsExactly("say \"hi\" \\ \\n");
    }

    @Test
    void nothingOfAShellIsDone() {
        assertThat(CommandWords.split("echo $HOME *.c a|b >c; ~ `d`"))
                .containsExactly("echo", "$HOME", "*.c", "a|b", ">c;", "~", "`d`");
    }

    @Test
    void whatIsNotClosedIsTold() {
        assertThatThrownBy(() -> CommandWords.split("sh -c 'echo"))
                .isInstanceOf(LabException.class)
                .hasMessage("the command cannot be split into words, the quote ' is not closed: sh -c 'echo");
        assertThatThrownBy(() -> CommandWords.split("a \"b\\"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("the quote \" is not closed");
        assertThatThrownBy(() -> CommandWords.split("a\\"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("a backslash is its last character");
    }
}
