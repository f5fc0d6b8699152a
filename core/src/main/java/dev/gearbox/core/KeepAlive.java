package dev.gearbox.core;

import java.time.Duration;

/**
 * How the system probes a connection on which nothing arrives (SO_KEEPALIVE, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT), so that a peer that disappeared
 * without an end or a reset is noticed: after {@code idle} and {@code probes} times {@code interval} the connection fails. It says nothing about the
 * peer's program, which an idle time-out of the protocol does.
 *
 * @param idle until the first probe; whole seconds, from 1 to 32,767
 * @param interval between two probes; whole seconds, from 1 to 32,767
 * @param probes that are not answered before the connection fails, from 1 to 127
 */
public record KeepAlive(Duration idle, Duration interval, int probes) {
    private static final int MOST_SECONDS = 32_767;
    private static final int MOST_PROBES = 127;

    public KeepAlive {
        requireSeconds("idle", idle);
        requireSeconds("interval", interval);
        if (probes < 1 || probes > MOST_PROBES) {
            throw new IllegalArgumentException("probes is " + probes + " and must be from 1 to " + MOST_PROBES);
        }
    }

    private static void requireSeconds(String name, Duration value) {
        if (value.toSeconds() < 1
                || value.toSeconds() > MOST_SECONDS
                || !value.equals(Duration.ofSeconds(value.toSeconds()))) {
            throw new IllegalArgumentException(
                    name + " is " + value + " and must be whole seconds, from 1 to " + MOST_SECONDS);
        }
    }
}
