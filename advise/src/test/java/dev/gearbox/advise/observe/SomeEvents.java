package dev.gearbox.advise.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Events as a recording would have them, with times in milliseconds. */
final class SomeEvents {
    static final String CLIENT = "10.0.0.9:40000";
    static final String DATABASE = "10.0.0.5:5432";
    private static final long MILLI = 1_000_000;

    final List<SocketTransfer> transfers = new ArrayList<>();
    final List<ThreadWait> waits = new ArrayList<>();
    final List<CpuSample> samples = new ArrayList<>();
    final RecordedSettings settings = new RecordedSettings();

    SomeEvents read(String peer, long thread, double start, double end, long bytes) {
        return add(new SocketTransfer(peer, thread, false, true, nanos(start), nanos(end), bytes, false));
    }

    SomeEvents write(String peer, long thread, double at, long bytes) {
        return add(new SocketTransfer(peer, thread, false, false, nanos(at), nanos(at), bytes, false));
    }

    SomeEvents end(String peer, long thread, double at) {
        return add(new SocketTransfer(peer, thread, false, true, nanos(at), nanos(at), 0, true));
    }

    SomeEvents wait(long thread, double start, double end) {
        waits.add(new ThreadWait(thread, nanos(start), nanos(end)));
        return this;
    }

    SomeEvents sample(double at, double share) {
        samples.add(new CpuSample(nanos(at), share));
        return this;
    }

    SomeEvents add(SocketTransfer transfer) {
        transfers.add(transfer);
        return this;
    }

    RecordedEvents recorded() {
        return new RecordedEvents(
                transfers.stream()
                        .sorted(Comparator.comparingLong(SocketTransfer::moment))
                        .toList(),
                waits,
                samples,
                settings,
                OptionalInt.of(4),
                OptionalLong.of(20));
    }

    static long nanos(double millis) {
        return (long) (millis * MILLI);
    }
}
