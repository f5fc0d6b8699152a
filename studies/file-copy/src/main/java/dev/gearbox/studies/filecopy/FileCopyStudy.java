package dev.gearbox.studies.filecopy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyFile;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.filecopy.job.ByteCount;
import dev.gearbox.studies.filecopy.job.FileRow;
import dev.gearbox.studies.filecopy.job.FileSubjectMain;
import dev.gearbox.studies.filecopy.server.PutRow;
import dev.gearbox.studies.filecopy.server.PutServerMain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The study: which way of reading and copying files is fastest? Its jobs and claims are data files beside this class; its subjects are ways of reading or
 * copying, each in a JVM with the main class {@link FileSubjectMain}.
 */
public final class FileCopyStudy implements StudyProvider {
    /** The time limit of one file, in maximum durations of a slice. A row that would take longer is left out. */
    private static final double MOST_SLICES = 8;

    /**
     * The same for rows that make a call for each byte: they are slower than all others by so much that theirs is the only job in which other programs are noticed,
     * and a disturbed job drops the block of all rows.
     */
    private static final double MOST_SLICES_BY_BYTES = 1;

    /** Creates the study. Called by the program, which loads it as a service. */
    public FileCopyStudy() {}

    @Override
    public String name() {
        return "file-copy";
    }

    @Override
    public Study study() {
        return StudyFile.read(file -> FileCopyStudy.class.getResourceAsStream(file))
                .study(Known::new);
    }

    @Override
    public Optional<List<Subject>> subjects(Condition cell, List<String> specs, Optional<String> offload) {
        if (offload.isPresent()) {
            throw new BadSpecException(
                    "--offload applies to sessions of servers, but files are read and copied by one thread. Leave it out");
        }
        if (cell instanceof Cell) {
            return Optional.of(servers(specs));
        }
        FileRow.Kind kind = FilePlace.kind(cell);
        JobCell job = FilePlace.job(cell);
        if (!specs.isEmpty()) {
            return Optional.of(specs.stream()
                    .map(spec -> subject(FileRow.of(kind, spec), pace(FileRow.of(kind, spec), job)))
                    .toList());
        }
        String fileSystem = FilePlace.of(job).fileSystem();
        return Optional.of(FileRow.all(kind).stream()
                .filter(row -> obstacle(row, job, fileSystem).isEmpty())
                .map(row -> subject(row, pace(row, job)))
                .toList());
    }

    /** Returns the servers on virtual threads, each with a way of writing. */
    private static List<Subject> servers(List<String> specs) {
        return (specs.isEmpty()
                        ? PutRow.all().stream().filter(row -> row.absence().isEmpty())
                        : specs.stream().map(PutRow::of))
                .map(FileCopyStudy::server)
                .toList();
    }

    private static Subject server(PutRow row) {
        return new Subject(
                row.spec(),
                new JvmLaunch.InModule("dev.gearbox.studies.filecopy.subjects", PutServerMain.class.getName()),
                List.of("--write", row.spec()),
                List.of(),
                Set.of("put", "carriers", "most"));
    }

    @Override
    public List<String> absent(Condition cell) {
        if (cell instanceof Cell) {
            return PutRow.all().stream()
                    .flatMap(row -> row.absence().stream().map(why -> row.spec() + " is left out: " + why))
                    .toList();
        }
        JobCell job = FilePlace.job(cell);
        String fileSystem = FilePlace.of(job).fileSystem();
        return FileRow.all(FilePlace.kind(cell)).stream()
                .flatMap(row -> obstacle(row, job, fileSystem).stream().map(why -> row.spec() + " is left out: " + why))
                .toList();
    }

    /** Returns why a row does not take part in a cell; empty if it does. */
    private static Optional<String> obstacle(FileRow row, JobCell cell, String fileSystem) {
        return obstacle(row, cell, fileSystem, row.isByBytes() ? MOST_SLICES_BY_BYTES : MOST_SLICES);
    }

    private static Optional<String> obstacle(FileRow row, JobCell cell, String fileSystem, double slices) {
        Optional<String> absence = row.absence();
        if (absence.isPresent()) {
            return absence;
        }
        if (row.isDirect() && fileSystem.equals("tmpfs")) {
            return Optional.of("files on tmpfs are in the page cache, which therefore cannot be bypassed");
        }
        if (row.isClone() && !Cloning.works(FilePlace.of(cell).path())) {
            return Optional.of("the file system (" + fileSystem + ") does not support clones");
        }
        if (FilePlace.fileBytes(cell) < row.leastBytes()) {
            return Optional.of("it reports whole milliseconds, too coarse for files of less than "
                    + ByteCount.text(row.leastBytes()));
        }
        double seconds = nanos(row, cell) / 1e9;
        return seconds > slices * cell.longest().toMillis() / 1e3
                ? Optional.of("one file of " + ByteCount.text(FilePlace.fileBytes(cell)) + " would take about "
                        + Math.round(seconds) + " s, longer than a slice may take")
                : Optional.empty();
    }

    @Override
    public List<PublishedTable> published(boolean quick) {
        Study study = study();
        PaperTables.Provided provided = new PaperTables.Provided(
                (workload, size) -> FilePlace.job(study.workload(workload)
                        .cells(Length.QUICK, Map.of("size", List.of(size)))
                        .getFirst()),
                (cell, spec) -> {
                    FileRow row = FileRow.of(FilePlace.kind(cell), spec);
                    return subject(row, pace(row, FilePlace.job(cell)));
                },
                (job, spec) -> obstacle(
                        FileRow.of(FilePlace.kind(job), spec),
                        job,
                        FilePlace.of(job).fileSystem(),
                        MOST_SLICES));
        return PaperTables.all(provided, quick);
    }

    @Override
    public Fixture fixture(JobCell cell) throws InterruptedException {
        return SourceFolder.make(cell);
    }

    @Override
    public Map<String, String> meanings(Condition cell) {
        return cell.parameters().containsKey(FilePlace.AXIS)
                ? Map.of(FilePlace.AXIS, FilePlace.of(FilePlace.job(cell)).fileSystem())
                : Map.of();
    }

    private static double pace(FileRow row, JobCell cell) {
        return Math.max(1, nanos(row, cell) / cell.ideal().each().toNanos());
    }

    private static double nanos(FileRow row, JobCell cell) {
        return row.nanos(FilePlace.fileBytes(cell), cell.job().path("buffer").asString("usual"));
    }

    @Override
    public Subject subject(Condition cell, Claim.Contender contender) {
        if (cell instanceof Cell) {
            return server(PutRow.of(contender.spec()));
        }
        FileRow row = FileRow.of(FilePlace.kind(cell), contender.spec());
        return subject(row, pace(row, FilePlace.job(cell)));
    }

    private static Subject subject(FileRow row, double pace) {
        return new Subject(
                row.spec(),
                new JvmLaunch.InModule("dev.gearbox.studies.filecopy.subjects", FileSubjectMain.class.getName()),
                List.of(row.kind().word(), row.spec()),
                List.of(),
                Set.of(),
                1,
                pace);
    }

    @Override
    public Optional<String> absence(String label) {
        return row(label).map(FileRow::absence).orElseGet(() -> PutRow.of(label).absence());
    }

    /** Returns the row of a label, without knowing its cell: a spec that several kinds have is available in all of them or in none. Empty: it is a server's. */
    private static Optional<FileRow> row(String spec) {
        for (FileRow.Kind kind : FileRow.Kind.values()) {
            try {
                return Optional.of(FileRow.of(kind, spec));
            } catch (BadSpecException otherKind) {
                // It may be a row of the next kind; PutRow rejects it if it is of none.
            }
        }
        return Optional.empty();
    }

    /** The names in this study that claims refer to. */
    private record Known(Study study) implements Claim.KnownNames {
        @Override
        public String label(String spec, Optional<String> offload) {
            return row(spec).map(FileRow::spec).orElseGet(() -> PutRow.of(spec).spec());
        }

        @Override
        public void check(Claim.CellRef cell) {
            study.requireOne(cell);
        }
    }
}
