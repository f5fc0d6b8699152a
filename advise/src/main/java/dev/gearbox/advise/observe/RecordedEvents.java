package dev.gearbox.advise.observe;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The events of a recording that tell about a workload, in the order of their time.
 *
 * @param transfers of sockets
 * @param waits of threads
 * @param samples of processor time
 * @param settings what the recording leaves out
 * @param processors of the machine
 * @param threads platform threads, when last counted
 */
record RecordedEvents(
        List<SocketTransfer> transfers,
        List<ThreadWait> waits,
        List<CpuSample> samples,
        RecordedSettings settings,
        OptionalInt processors,
        OptionalLong threads) {}
