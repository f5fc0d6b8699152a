package dev.gearbox.http.client;

import java.time.Duration;

/**
 * The times that a client waits in the phases of an exchange, in addition to {@link dev.gearbox.core.Options#connectTimeout} (names and connecting), the time
 * of a handshake ({@link HttpDialer#secure(javax.net.ssl.SSLContext, Duration)}) and {@link dev.gearbox.http.HttpLimits#message} (from sending the request to the last byte of its response,
 * which long transfers set to hours). Zero: without a limit. A failure is a {@link HttpFailure.Kind#TIMEOUT} whose message names the phase.
 *
 * @param firstByte from the end of the request to the first byte of the response
 * @param stall without a byte, in either direction, while one is wanted; noticed after up to twice that time
 * @param whole from {@link HttpClient#send} to the end: also the wait for a connection, and all redirects
 * @param awaitContinue how long a request that expects 100 waits for it, before it sends its body nevertheless; positive
 */
public record HttpTimeouts(Duration firstByte, Duration stall, Duration whole, Duration awaitContinue) {
    /** No limits, and a second for 100. */
    public static final HttpTimeouts DEFAULT =
            new HttpTimeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1));

    public HttpTimeouts {
        require(!firstByte.isNegative(), "firstByte", firstByte);
        require(!stall.isNegative(), "stall", stall);
        require(!whole.isNegative(), "whole", whole);
        require(awaitContinue.isPositive(), "awaitContinue", awaitContinue);
    }

    private static void require(boolean holds, String name, Duration value) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " and must not be negative");
        }
    }

    /** Returns a copy with another limit for the first byte. */
    public HttpTimeouts withFirstByte(Duration limit) {
        return new HttpTimeouts(limit, stall, whole, awaitContinue);
    }

    /** Returns a copy with another limit for a stall. */
    public HttpTimeouts withStall(Duration limit) {
        return new HttpTimeouts(firstByte, limit, whole, awaitContinue);
    }

    /** Returns a copy with another limit for the whole. */
    public HttpTimeouts withWhole(Duration limit) {
        return new HttpTimeouts(firstByte, stall, limit, awaitContinue);
    }

    /** Returns a copy that waits for 100 for another time. */
    public HttpTimeouts withAwaitContinue(Duration time) {
        return new HttpTimeouts(firstByte, stall, whole, time);
    }

    /** Returns whether the phases of an exchange on its connection are limited. */
    boolean limitsPhases() {
        return firstByte.isPositive() || stall.isPositive();
    }
}
