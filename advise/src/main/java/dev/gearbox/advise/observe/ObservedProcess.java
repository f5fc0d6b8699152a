package dev.gearbox.advise.observe;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What was seen of a process. What could not be known is absent.
 *
 * @param source such as {@code process 4242}
 * @param live whether it is running here; else a recording, perhaps of another machine
 * @param seconds the time in which requests were counted
 * @param connections of clients, open at a time
 * @param connects new connections of clients per second
 * @param requests that were answered in that time
 * @param noRequests why requests are unknown; empty if they were counted
 * @param bytesIn mean of a request
 * @param bytesOut mean of an answer
 * @param cpuCores processors that the JVM kept busy
 * @param waits of the requests
 * @param hiddenWait the longest wait that may have been left out
 * @param threads platform threads
 * @param serving threads that answered
 * @param virtual whether these are virtual threads
 * @param processors of the machine
 * @param guessed peers distinguished by ports and by who spoke first
 * @param servers that the process calls
 */
public record ObservedProcess(
        String source,
        boolean live,
        double seconds,
        OptionalInt connections,
        OptionalDouble connects,
        long requests,
        String noRequests,
        double bytesIn,
        double bytesOut,
        OptionalDouble cpuCores,
        Optional<RequestWaits> waits,
        Duration hiddenWait,
        OptionalLong threads,
        long serving,
        boolean virtual,
        OptionalInt processors,
        int guessed,
        int servers) {
    /** Returns the processor time of a request, with the JVM's own work; empty if one of the two is unknown. */
    OptionalDouble cpuPerRequest() {
        return requests > 0 && cpuCores.isPresent()
                ? OptionalDouble.of(cpuCores.getAsDouble() * seconds / requests)
                : OptionalDouble.empty();
    }

    double rate() {
        return requests / seconds;
    }
}
