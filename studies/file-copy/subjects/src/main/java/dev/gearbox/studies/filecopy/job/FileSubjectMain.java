package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.subject.SubjectConsole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The main class of the subject's JVM: reads or copies files on request of the lab, until the lab disconnects. Arguments: {@code read SPEC},
 * {@code copy SPEC} or {@code random SPEC}. If they are invalid, it prints one line on standard error and exits with code 2.
 */
public final class FileSubjectMain {
    private FileSubjectMain() {}

    /**
     * Runs jobs.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        try {
            FileRow row = row(List.of(arguments));
            row.absence().ifPresent(why -> {
                throw new BadSpecException(row.spec() + " cannot run here: " + why);
            });
            Map<String, Object> stamp = new LinkedHashMap<>();
            stamp.put(row.kind().word(), row.spec());
            stamp.put("processors", Runtime.getRuntime().availableProcessors());
            SubjectConsole.serveJobs(stamp, Map::of, new FileJob(row));
        } catch (BadSpecException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }

    static FileRow row(List<String> arguments) {
        if (arguments.size() != 2) {
            throw new BadSpecException("takes read SPEC, copy SPEC or random SPEC, not " + String.join(" ", arguments));
        }
        return FileRow.of(FileRow.Kind.of(arguments.getFirst()), arguments.getLast());
    }
}
