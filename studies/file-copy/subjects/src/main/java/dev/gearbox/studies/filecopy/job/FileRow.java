package dev.gearbox.studies.filecopy.job;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.copy.CopyStrategies;
import dev.gearbox.files.random.BlockStrategies;
import dev.gearbox.files.read.ReadStrategies;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** The size of a buffer where a row does not have one. */
    private static final long NO_BUFFER = 64 << 10;

    private static final Pattern BUFFER = Pattern.compile("\\bbuffer=(\\d+)");

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

    /**
     * Returns about how long it takes for a file, in ns; 0 if that is hardly more than the minimum.
     *
     * @param bytes the size of the file
     * @param buffer the size of buffers in the workload, or {@code usual}
     */
    public double nanos(long bytes, String buffer) {
        return RowTime.of(this).nanos(bytes, buffer(with(buffer)));
    }

    /** Returns the size of the buffer of a spec of this row: as given, or its default. */
    private long buffer(String given) {
        Matcher matcher = BUFFER.matcher(given);
        return matcher.find()
                ? Long.parseLong(matcher.group(1))
                : bufferParameter()
                        .map(buffer -> Long.parseLong(buffer.fallback()))
                        .orElse(NO_BUFFER);
    }

    private Optional<Parameter> bufferParameter() {
        return isCommand()
                ? Optional.empty()
                : cards(kind).stream()
                        .filter(card -> card.name().equals(name()))
                        .flatMap(card -> card.parameters().stream())
                        .filter(parameter -> parameter.name().equals("buffer"))
                        .findFirst();
    }

    /** Returns the smallest size of a file, in bytes, that it can measure. */
    public long leastBytes() {
        return spec.equals(FioRead.NAME) ? FioRead.LEAST_BYTES : 0;
    }

    /** Returns whether it bypasses the page cache. */
    public boolean isDirect() {
        return name().equals("direct-io") || spec.contains("direct=true");
    }

    /** Returns whether it makes a call for each byte. */
    public boolean isByBytes() {
        return name().equals("stream") || name().equals("buffered-bytes");
    }

    /** Returns whether it creates clones instead of copies. */
    public boolean isClone() {
        return name().equals("reflink");
    }

    /** Returns whether it is an external program. */
    public boolean isCommand() {
        return commands(kind).contains(spec);
    }

    String name() {
        return spec.split("\\?", 2)[0];
    }

    /**
     * Returns the spec with a buffer of this size, if it has a buffer and does not set its size.
     *
     * @param buffer a size, or {@code usual}
     */
    String with(String buffer) {
        if (buffer.equals("usual") || bufferParameter().isEmpty() || spec.contains("buffer=")) {
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
