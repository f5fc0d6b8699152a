package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.fanoutgateway.chat.ChatMain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of the workloads about long polls: servers that compose nothing and call no services. */
final class ChatRows {
    /** The workloads in which they take part. */
    static final Set<String> WORKLOADS = Set.of("chat", "waiting-polls");

    private static final String PROTOCOL = "chat";

    private ChatRows() {}

    /** Returns the rows by name. */
    static Map<String, Subject> all() {
        Map<String, Subject> rows = new LinkedHashMap<>();
        ChatMain.rows()
                .forEach(row -> rows.put(
                        row,
                        new Subject(
                                row,
                                new JvmLaunch.InModule(GatewayRows.SUBJECTS, ChatMain.class.getName()),
                                List.of("--row", row),
                                List.of(),
                                Set.of(PROTOCOL))));
        return rows;
    }
}
