package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static Machine of(String commit) {
        return new Machine(
                2,
                "",
                0,
                "Linux amd64",
                "6.18.44-x",
                "VM 25.0.3+9-LTS",
                "",
                0,
                "",
                commit,
                "a core each",
                List.of(),
                List.of());
    }

    @Test
    void a_commit_is_shortened_and_keeps_the_sign_of_changed_files() {
        assertThat(of("0123456789abcdef").shortCommit()).isEqualTo("012345678");
        assertThat(of("0123456789abcdef+").shortCommit()).isEqualTo("012345678+");
        assertThat(of("01234").shortCommit()).isEqualTo("01234");
        assertThat(of("").shortCommit()).isEqualTo("unknown");
    }

    @Test
    void the_caption_leaves_out_what_a_reader_does_not_compare() {
        assertThat(of("").caption()).isEqualTo("2 cores, Linux 6.18, JDK 25.0.3; a core each");
    }
}
