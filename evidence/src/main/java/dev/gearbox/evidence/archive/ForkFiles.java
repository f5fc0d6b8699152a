package dev.gearbox.evidence.archive;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.StrictJson;
import dev.gearbox.evidence.TimeHistograms;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;

/**
 * The two files of a fork: its event log, a line of JSON for each {@link ForkEvent}, and the log of its histograms. The latter is in HdrHistogram's own
 * format, so that other tools can read it; a histogram's tag is {@code b3.a2.response}: block 3, the second arm of the experiment, response times.
 */
final class ForkFiles {
    private static final Pattern DIARY = Pattern.compile("fork-(\\d{2,4})\\.jsonl");
    private static final Pattern LOGGED = Pattern.compile("Tag=b(\\d+)\\.a(\\d+)\\.([a-z]+),[^,]*,[^,]*,[^,]*,(.*)");
    private static final String HEADER =
            "#[Histogram log format version 1.3]\n\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
                    + "\"Interval_Compressed_Histogram\"\n";

    private ForkFiles() {}

    /** Returns the event logs of a folder, ordered by number. */
    static List<Path> diaries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> DIARY.matcher(name(file)).matches())
                    .sorted()
                    .toList();
        }
    }

    static void append(
            Path folder, Experiment experiment, int fork, List<? extends ForkEvent> entries, List<TimeHistograms> times)
            throws IOException {
        Path diary = folder.resolve(String.format(Locale.ROOT, "fork-%02d.jsonl", fork));
        Path log = log(diary);
        StringBuilder logged = new StringBuilder(Files.exists(log) ? "" : HEADER);
        StringBuilder lines = new StringBuilder();
        int next = 0;
        for (ForkEvent entry : entries) {
            lines.append(StrictJson.LINE.writerFor(ForkEvent.class).writeValueAsString(entry))
                    .append('\n');
            if (entry instanceof ForkEvent.Measured(Slice slice)) {
                times.get(next++)
                        .byKind()
                        .forEach((kind, histogram) -> log(logged, experiment, slice, kind, histogram));
            }
        }
        if (!logged.isEmpty()) {
            write(log, logged);
        }
        write(diary, lines);
    }

    private static void write(Path file, CharSequence text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void log(
            StringBuilder to, Experiment experiment, Slice slice, TimeHistograms.Kind kind, Histogram histogram) {
        int arm = experiment.arms().stream().map(Arm::label).toList().indexOf(slice.arm()) + 1;
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        to.append("Tag=b")
                .append(slice.block())
                .append(".a")
                .append(arm)
                .append('.')
                .append(kind.key())
                .append(String.format(
                        Locale.ROOT,
                        ",%.3f,%.3f,%.3f,",
                        slice.at().toEpochMilli() / 1e3,
                        slice.traffic().seconds(),
                        histogram.getMaxValue() / 1e6))
                .append(Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length)))
                .append('\n');
    }

    /** Reads a fork; incomplete blocks do not count, and invalid lines are reported in {@code damage}. */
    static Evidence.Fork read(Path diary, Experiment experiment, List<String> damage) throws IOException {
        Matcher number = DIARY.matcher(name(diary));
        if (!number.matches()) {
            throw new IllegalArgumentException(diary.toString());
        }
        int fork = Integer.parseInt(number.group(1));
        Map<Evidence.Key, TimeHistograms> times = times(log(diary), experiment, damage);
        List<ForkEvent> entries = new ArrayList<>();
        Map<Integer, List<ForkEvent.Measured>> open = new LinkedHashMap<>();
        List<String> lines = lines(diary);
        for (int i = 0; i < lines.size(); i++) {
            ForkEvent entry;
            try {
                entry = StrictJson.LINE.readValue(lines.get(i), ForkEvent.class);
            } catch (JacksonException broken) {
                damage.add(name(diary) + ", line " + (i + 1) + ": is not an entry, left out");
                continue;
            }
            if (entry.fork() != fork) {
                damage.add(name(diary) + ", line " + (i + 1) + ": belongs to fork " + entry.fork() + ", left out");
                continue;
            }
            switch (entry) {
                case ForkEvent.Measured measured ->
                    open.computeIfAbsent(measured.slice().block(), block -> new ArrayList<>())
                            .add(measured);
                case ForkEvent.BlockDone done -> {
                    List<ForkEvent.Measured> slices = open.remove(done.block());
                    if (slices != null && whole(slices, times)) {
                        entries.addAll(slices);
                        entries.add(done);
                    } else {
                        damage.add(name(diary) + ": block " + done.block() + " lacks slices or times, left out");
                    }
                }
                case ForkEvent.Launch launch -> {
                    open.clear(); // of an incomplete block of the previous launch
                    entries.add(launch);
                }
                default -> entries.add(entry);
            }
        }
        return new Evidence.Fork(fork, entries, times);
    }

    private static boolean whole(List<ForkEvent.Measured> slices, Map<Evidence.Key, TimeHistograms> times) {
        return slices.stream()
                .map(ForkEvent.Measured::slice)
                .allMatch(slice ->
                        slice.memory() != null || times.containsKey(new Evidence.Key(slice.block(), slice.arm())));
    }

    private static Map<Evidence.Key, TimeHistograms> times(Path log, Experiment experiment, List<String> damage)
            throws IOException {
        Map<Evidence.Key, Map<TimeHistograms.Kind, Histogram>> read = new HashMap<>();
        if (!Files.exists(log)) {
            return Map.of();
        }
        List<String> lines = lines(log);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#") || line.startsWith("\"")) {
                continue;
            }
            Matcher parts = LOGGED.matcher(line);
            try {
                if (!parts.matches()) {
                    throw new IllegalArgumentException("unknown form");
                }
                String arm = experiment
                        .arms()
                        .get(Integer.parseInt(parts.group(2)) - 1)
                        .label();
                Histogram histogram = Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(parts.group(4))), TimeHistograms.HIGHEST);
                read.computeIfAbsent(
                                new Evidence.Key(Integer.parseInt(parts.group(1)), arm),
                                key -> new EnumMap<>(TimeHistograms.Kind.class))
                        .put(TimeHistograms.Kind.valueOf(parts.group(3).toUpperCase(Locale.ROOT)), histogram);
            } catch (DataFormatException | RuntimeException broken) {
                damage.add(name(log) + ", line " + (i + 1) + ": is not a histogram of this experiment, left out");
            }
        }
        Map<Evidence.Key, TimeHistograms> times = new HashMap<>();
        read.forEach((key, kinds) -> times.put(key, new TimeHistograms(kinds)));
        return times;
    }

    /** Returns the complete lines of a file; the lab ended while a last line without a terminator was being written. */
    private static List<String> lines(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n');
        return end < 0 ? List.of() : text.substring(0, end).lines().toList();
    }

    /** Removes an incomplete last line, so that the next line is not appended to it. */
    static List<String> mend(Path diary) throws IOException {
        List<String> said = new ArrayList<>();
        for (Path file : List.of(diary, log(diary))) {
            if (!Files.exists(file)) {
                continue;
            }
            if (!Files.isRegularFile(file) || !Files.isReadable(file) || !Files.isWritable(file)) {
                said.add(name(file) + " cannot be read and written; set aside as " + name(setAside(file, "damaged")));
                continue;
            }
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                long end = open.length();
                while (end > 0 && !endsLine(open, end)) {
                    end--;
                }
                open.setLength(end);
            }
        }
        return said;
    }

    private static boolean endsLine(RandomAccessFile file, long end) throws IOException {
        file.seek(end - 1);
        return file.read() == '\n';
    }

    /** Renames a file to a name that is never read. */
    static Path setAside(Path file, String why) throws IOException {
        for (int i = 1; ; i++) {
            Path aside = file.resolveSibling(file.getFileName() + "." + why + "-" + i);
            if (!Files.exists(aside)) {
                return Files.move(file, aside);
            }
        }
    }

    private static Path log(Path diary) {
        return diary.resolveSibling(name(diary).replaceAll("\\.jsonl$", ".hlog"));
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
