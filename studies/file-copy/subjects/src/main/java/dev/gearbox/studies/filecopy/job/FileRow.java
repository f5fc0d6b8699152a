package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.copy.CopyStrategies;
import dev.gearbox.files.random.BlockStrategies;
import dev.gearbox.files.read.ReadStrategies;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row of the study: a way of reading, of copying, or of reading blocks in random order.
 *
 * @param kind which of these
 * @param spec the spec in its canonical form: {@code channel-direct?buffer=4096}
 */
public record FileRow(Kind kind, String spec) {
    /** What a row does with a file. */
    public enum Kind {
        /** Reads the file and digests every byte. */
        READ,
        /** Creates a file with the same bytes. */
        COPY,
        /** Reads blocks at random positions of the file. */
        RANDOM;

        /** Returns the word in workloads and on command lines. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Returns the kind of a word.
         *
         * @throws BadSpecException if there is no such kind
         */
        public static Kind of(String word) {
            return Stream.of(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst()
                    .orElseThrow(() ->
                            new BadSpecException("unknown kind of job \"" + word + "\". It is read, copy or random"));
        }
    }

    /** Variants that answer questions of their own, in addition to each way with its defaults. */
    private static final List<FileRow> VARIANTS = List.of(
            new FileRow(Kind.READ, "uring?direct=true"),
            new FileRow(Kind.RANDOM, "pread?direct=true"),
            new FileRow(Kind.RANDOM, "uring?direct=true"));

    /** The time per byte, in ns, of a row that makes a system call for each byte; {@link #NANOS_BY_BYTE} of one that makes a Java call. */
    private static final double NANOS_BY_CALL = 350;

    private static final double NANOS_BY_BYTE = 5;
    private static final double NANOS_BY_PROGRAM = 2e6;

    /** Returns all rows of a kind, whether or not they can run here. */
    public static List<FileRow> all(Kind kind) {
        return Stream.concat(
                        cards(kind).stream().map(card -> of(kind, card.name())),
                        Stream.concat(
                                VARIANTS.stream().filter(row -> row.kind == kind),
                                commands(kind).stream().map(name -> new FileRow(kind, name))))
                .toList();
    }

    /** Returns the external programs of a kind. */
    private static List<String> commands(Kind kind) {
        return switch (kind) {
            case READ -> CommandRead.NAMES;
            case COPY -> CommandCopy.NAMES;
            case RANDOM -> List.of();
        };
    }

    private static List<ModelCard> cards(Kind kind) {
        return switch (kind) {
            case READ -> ReadStrategies.cards();
            case COPY -> CopyStrategies.cards();
            case RANDOM -> BlockStrategies.cards();
        };
    }

    /**
     * Returns the row of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter
     */
    public static FileRow of(Kind kind, String spec) {
        if (commands(kind).contains(spec)) {
            return new FileRow(kind, spec);
        }
        return new FileRow(
                kind,
                switch (kind) {
                    case READ -> ReadStrategies.canonical(spec);
                    case COPY -> CopyStrategies.canonical(spec);
                    case RANDOM -> BlockStrategies.canonical(spec);
                });
    }

    /** Returns why it cannot run on this machine; empty if it can. */
    public Optional<String> absence() {
        return switch (kind) {
            case READ -> isCommand() ? CommandRead.absence(spec) : ReadStrategies.absence(spec);
            case COPY -> isCommand() ? CommandCopy.absence(spec) : CopyStrategies.absence(spec);
            case RANDOM -> BlockStrategies.absence(spec);
        };
    }

    /** Returns the time per byte, in ns, of a row that reads byte by byte; 0 for all others. */
    public double nanosPerByte() {
        int sides = kind == Kind.COPY ? 2 : 1;
        return switch (name()) {
            case "stream" -> sides * NANOS_BY_CALL;
            case "buffered-bytes" -> sides * NANOS_BY_BYTE;
            default -> 0;
        };
    }

    /** Returns the time to start a program for each file, in ns; 0 for a row without such a program. */
    public double nanosPerFile() {
        return kind == Kind.COPY && isCommand() ? NANOS_BY_PROGRAM : 0;
    }

    /** Returns the smallest size of a file, in bytes, that it can measure. */
    public long leastBytes() {
        return spec.equals(FioRead.NAME) ? FioRead.LEAST_BYTES : 0;
    }

    /** Returns whether it bypasses the page cache. */
    public boolean isDirect() {
        return name().equals("direct-io") || spec.contains("direct=true");
    }

    /** Returns whether it creates clones instead of copies. */
    public boolean isClone() {
        return name().equals("reflink");
    }

    /** Returns whether it is an external program. */
    public boolean isCommand() {
        return commands(kind).contains(spec);
    }

    private String name() {
        return spec.split("\\?", 2)[0];
    }

    /**
     * Returns the spec with a buffer of this size, if it has a buffer and does not set its size.
     *
     * @param buffer a size, or {@code usual}
     */
    String with(String buffer) {
        boolean takes = !isCommand()
                && cards(kind).stream()
                        .filter(card -> card.name().equals(name()))
                        .flatMap(card -> card.parameters().stream())
                        .anyMatch(parameter -> parameter.name().equals("buffer"));
        if (buffer.equals("usual") || !takes || spec.contains("buffer=")) {
            return spec;
        }
        return spec + (spec.contains("?") ? "&" : "?") + "buffer=" + ByteCount.of(buffer);
    }

    BlockStrategy blocks() {
        return BlockStrategies.create(spec);
    }

    ReadStrategy reader(String buffer) {
        return ReadStrategies.create(with(buffer));
    }

    CopyStrategy copier(String buffer) {
        return isCommand() ? new CommandCopy(spec) : CopyStrategies.create(with(buffer));
    }
}
