package dev.gearbox.advise.observe;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Turns recorded events, and what the system says about the process, into an observation. A pure function of both. */
final class ObservedTraffic {
    private static final double NANOS = 1e9;
    private static final int LEAST_SAMPLES = 2;

    private final RecordedEvents recorded;
    private final Optional<ProcessSockets> before;
    private final Optional<ProcessSockets> after;
    private final Peers peers;

    private ObservedTraffic(RecordedEvents recorded, Optional<ProcessSockets> before, Optional<ProcessSockets> after) {
        this.recorded = recorded;
        this.before = before;
        this.after = after;
        peers = Peers.of(recorded.transfers(), known(ProcessSockets::clients), known(ProcessSockets::servers));
    }

    /**
     * Returns the observation.
     *
     * @param source its name
     * @param before the sockets when the recording began; empty if unknown
     * @param after the same at its end
     */
    static ObservedProcess of(
            String source, RecordedEvents recorded, Optional<ProcessSockets> before, Optional<ProcessSockets> after) {
        return new ObservedTraffic(recorded, before, after).observation(source);
    }

    private ObservedProcess observation(String source) {
        long from = from();
        long to = Math.max(from + 1, to());
        double seconds = (to - from) / NANOS;
        Optional<String> uncountable = recorded.settings().uncountable();
        List<AnsweredRequest> requests = uncountable.isPresent()
                ? List.of()
                : AnsweredRequest.of(recorded.transfers(), peers).stream()
                        .filter(each -> each.answered() >= from && each.answered() <= to)
                        .toList();
        OptionalDouble cores = cpuCores();
        double cpu = requests.isEmpty() ? 0 : cores.orElse(0) * seconds / requests.size();
        List<ThreadWait> waits =
                Stream.concat(recorded.waits().stream(), calls()).toList();
        return new ObservedProcess(
                source,
                after.isPresent(),
                seconds,
                connections(uncountable.isPresent()),
                connects(seconds, uncountable.isPresent()),
                requests.size(),
                requests.isEmpty() ? uncountable.orElseGet(this::silence) : "",
                requests.stream().mapToLong(AnsweredRequest::bytesIn).average().orElse(0),
                requests.stream().mapToLong(AnsweredRequest::bytesOut).average().orElse(0),
                cores,
                requests.isEmpty() ? Optional.empty() : Optional.of(RequestWaits.of(requests, waits, cpu)),
                recorded.settings().hiddenWait(),
                recorded.threads(),
                requests.stream().mapToLong(AnsweredRequest::thread).distinct().count(),
                requests.stream().anyMatch(AnsweredRequest::virtual),
                recorded.processors(),
                peers.guessed(),
                peers.servers().size());
    }

    /** Requests are counted between the first sample of processor time and the last one, so that both are of the same time. */
    private long from() {
        return hasSamples()
                ? recorded.samples().getFirst().at()
                : recorded.transfers().stream()
                        .mapToLong(SocketTransfer::moment)
                        .min()
                        .orElse(0);
    }

    private long to() {
        return hasSamples()
                ? recorded.samples().getLast().at()
                : recorded.transfers().stream()
                        .mapToLong(SocketTransfer::moment)
                        .max()
                        .orElse(0);
    }

    private boolean hasSamples() {
        return recorded.samples().size() >= LEAST_SAMPLES;
    }

    /** Each sample says how busy the processors were since the one before. */
    private OptionalDouble cpuCores() {
        if (!hasSamples() || recorded.processors().isEmpty()) {
            return OptionalDouble.empty();
        }
        double busy = 0;
        List<CpuSample> samples = recorded.samples();
        for (int i = 1; i < samples.size(); i++) {
            busy += samples.get(i).share()
                    * (samples.get(i).at() - samples.get(i - 1).at());
        }
        long all = samples.getLast().at() - samples.getFirst().at();
        return all > 0 ? OptionalDouble.of(busy / all * recorded.processors().getAsInt()) : OptionalDouble.empty();
    }

    /** Reads from servers that the process calls keep its threads waiting. */
    private Stream<ThreadWait> calls() {
        return recorded.transfers().stream()
                .filter(each -> each.read() && !peers.isClient(each.peer()))
                .map(each -> new ThreadWait(each.thread(), each.start(), each.end()));
    }

    private OptionalInt connections(boolean uncountable) {
        if (before.isPresent() && after.isPresent() && listens()) {
            return OptionalInt.of((int) Math.round(
                    (before.get().clients().size() + after.get().clients().size()) / 2.0));
        }
        int active = peers.clients().size();
        if (uncountable || active == 0) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(arePassing() ? mostOpen() : active);
    }

    private OptionalDouble connects(double seconds, boolean uncountable) {
        if (uncountable) {
            return OptionalDouble.empty();
        }
        if (before.isPresent() && after.isPresent() && listens()) {
            Set<String> fresh = new HashSet<>(peers.clients());
            fresh.addAll(after.get().clients());
            fresh.removeAll(before.get().clients());
            return OptionalDouble.of(fresh.size() / seconds);
        }
        return arePassing() ? OptionalDouble.of(ended() / seconds) : OptionalDouble.empty();
    }

    /** Whether most clients have closed their connections again. */
    private boolean arePassing() {
        return ended() * 2 > peers.clients().size();
    }

    private long ended() {
        return recorded.transfers().stream()
                .filter(each -> each.ended() && peers.isClient(each.peer()))
                .count();
    }

    /** How many of the passing connections were open at once, at most: from their first bytes to their end. */
    private int mostOpen() {
        Set<String> open = new HashSet<>();
        int most = 0;
        for (SocketTransfer each : recorded.transfers()) {
            if (!peers.isClient(each.peer())) {
                continue;
            }
            if (each.ended()) {
                open.remove(each.peer());
            } else {
                open.add(each.peer());
                most = Math.max(most, open.size());
            }
        }
        return most;
    }

    private boolean listens() {
        return before.isPresent() && before.get().listening();
    }

    private Set<String> known(Function<ProcessSockets, Set<String>> kind) {
        Set<String> all = new HashSet<>();
        Stream.of(before, after)
                .flatMap(Optional::stream)
                .filter(ProcessSockets::listening)
                .map(kind)
                .forEach(all::addAll);
        return all;
    }

    /** Why there is no request, although every transfer was recorded. */
    private String silence() {
        long reads = recorded.transfers().stream()
                .filter(each -> each.read() && peers.isClient(each.peer()))
                .count();
        int open = after.map(sockets -> sockets.clients().size()).orElse(0);
        if (reads > 0) {
            return "clients sent something and got no answer";
        }
        return open > 0
                ? "no request was seen on the open connections (" + open
                        + "): they are quiet, or its I/O does not go through Java's sockets, as with epoll or io_uring by native calls"
                : "it has no socket events of clients";
    }
}
