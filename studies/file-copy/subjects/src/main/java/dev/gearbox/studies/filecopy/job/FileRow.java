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
 * @param kind which of them
 * @param spec in its canonical form: {@code channel-direct?buffer=4096}
 */
public record FileRow(Kind kind, String spec) {
    /** What is done with a file. */
    public enum Kind {
        /** Every byte of it is digested. */
        READ,
        /** A file of the same bytes is made. */
        COPY,
        /** Blocks that lie anywhere in it are read. */
        RANDOM;

        /** The word in workloads and on command lines. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The kind of that word.
         *
         * @throws BadSpecException if there is none
         */
        public static Kind of(String word) {
            return Stream.of(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst()
                    .orElseThrow(
                            () -> new BadSpecException("files are for read, copy or random, not \"" + word + "\""));
        }
    }

    /** Variants that answer a question of their own, beside each way as it usually is. */
    private static final List<FileRow> VARIANTS = List.of(
            new FileRow(Kind.READ, "uring?direct=true"),
            new FileRow(Kind.RANDOM, "pread?direct=true"),
            new FileRow(Kind.RANDOM, "uring?direct=true"));

    /** What a call of the system for each byte takes, in ns, and what a call of Java for each byte does. */
    private static final double NANOS_BY_CALL = 350;

    private static final double NANOS_BY_BYTE = 5;

    /** All rows of a kind, whether or not they can run here. */
    public static List<FileRow> all(Kind kind) {
        return Stream.concat(
                        cards(kind).stream().map(card -> of(kind, card.name())),
                        Stream.concat(
                                VARIANTS.stream().filter(row -> row.kind == kind),
                                kind == Kind.COPY
                                        ? CommandCopy.NAMES.stream().map(name -> new FileRow(kind, name))
                                        : Stream.of()))
                .toList();
    }

    private static List<ModelCard> cards(Kind kind) {
        return switch (kind) {
            case READ -> ReadStrategies.cards();
            case COPY -> CopyStrategies.cards();
            case RANDOM -> BlockStrategies.cards();
        };
    }

    /**
     * The row of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter
     */
    public static FileRow of(Kind kind, String spec) {
        if (kind == Kind.COPY && CommandCopy.NAMES.contains(spec)) {
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

    /** Why it cannot run on this machine; empty if it can. */
    public Optional<String> absence() {
        return switch (kind) {
            case READ -> ReadStrategies.absence(spec);
            case COPY -> isCommand() ? CommandCopy.absence(spec) : CopyStrategies.absence(spec);
            case RANDOM -> BlockStrategies.absence(spec);
        };
    }

    /** What each byte takes it, in ns, where it goes byte by byte; 0 for all others. */
    public double nanosPerByte() {
        int sides = kind == Kind.COPY ? 2 : 1;
        return switch (name()) {
            case "stream" -> sides * NANOS_BY_CALL;
            case "buffered-bytes" -> sides * NANOS_BY_BYTE;
            default -> 0;
        };
    }

    /** Whether it passes the page cache by. */
    public boolean isDirect() {
        return name().equals("direct-io") || spec.contains("direct=true");
    }

    /** Whether what it makes is no copy but a clone. */
    public boolean isClone() {
        return name().equals("reflink");
    }

    /** Whether it is a program of others, which is started for each file. */
    public boolean isCommand() {
        return kind == Kind.COPY && CommandCopy.NAMES.contains(spec);
    }

    private String name() {
        return spec.split("\\?", 2)[0];
    }

    /**
     * The spec with a buffer of that size, where it has one and does not say of which.
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
