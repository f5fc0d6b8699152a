package dev.gearbox.studies.pageindexer.job;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.subject.SubjectConsole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The subject's JVM: fetches pages on the lab's commands, until the lab ends.
 * {@code --client SPEC [--offload K]}. Exit code 2 and one line on standard error: the arguments are invalid.
 */
public final class PageSubjectMain {
    private PageSubjectMain() {}

    /**
     * Runs the jobs.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        try {
            PageRow row = row(List.of(arguments));
            Map<String, Object> stamp = new LinkedHashMap<>();
            stamp.put("client", row.client());
            stamp.put("workers", row.workers());
            stamp.put("processors", Runtime.getRuntime().availableProcessors());
            SubjectConsole.serveJobs(stamp, Map::of, new PageJob(row::open, row.atOnce(), row.shares(), row.workers()));
        } catch (BadSpecException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }

    static PageRow row(List<String> arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        String client = options.remove("--client");
        Optional<String> offload = Optional.ofNullable(options.remove("--offload"));
        if (client == null || !options.isEmpty() || arguments.size() % 2 != 0) {
            throw new BadSpecException("takes --client SPEC and --offload K, not " + String.join(" ", arguments));
        }
        return PageRow.of(client, offload);
    }
}
