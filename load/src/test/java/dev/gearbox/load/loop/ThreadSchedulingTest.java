package dev.gearbox.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadSchedulingTest {
    /** The places of the priority, the nice value and the policy in proc_pid_stat(5), counted from the state. */
    private static final List<Integer> SCHEDULING = List.of(15, 16, 38);

    @Test
    void aShorterTimeSliceKeepsPolicyAndPriority() throws Exception {
        List<String> before = scheduling();
        boolean set = ThreadScheduling.setMinimalTimeSlice();
        assertThat(scheduling()).isEqualTo(before);
        ThreadScheduling.restoreTimeSlice();
        assertThat(scheduling()).isEqualTo(before);
        assertThat(set).as("since Linux 6.12").isEqualTo(knowsTimeSlices(System.getProperty("os.version")));
    }

    private static boolean knowsTimeSlices(String version) {
        String[] parts = version.split("\\D", 3);
        int major = Integer.parseInt(parts[0]);
        return major > 6 || (major == 6 && Integer.parseInt(parts[1]) >= 12);
    }

    private static List<String> scheduling() throws Exception {
        String stat = Files.readString(Path.of("/proc/thread-self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return SCHEDULING.stream().map(place -> fields[place]).toList();
    }
}
