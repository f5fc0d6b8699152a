package dev.gearbox.core;

import java.time.Duration;
import java.util.Optional;

/** Builds {@link Options}, whose components say what each method sets. Values are checked by {@link #build}. Not thread-safe. */
public final class OptionsBuilder {
    private int highWater;
    private int lowWater;
    private int backlogCap;
    private int unreadCap;
    private Duration linger;
    private Duration connectTimeout;
    private int acceptBacklog;
    private boolean noDelay;
    private int sendBuffer;
    private int receiveBuffer;
    private boolean readsAboveHighWater;
    private Optional<KeepAlive> keepAlive;
    private boolean reusePort;
    private Duration userTimeout;

    OptionsBuilder(Options from) {
        highWater = from.highWater();
        lowWater = from.lowWater();
        backlogCap = from.backlogCap();
        unreadCap = from.unreadCap();
        linger = from.linger();
        connectTimeout = from.connectTimeout();
        acceptBacklog = from.acceptBacklog();
        noDelay = from.noDelay();
        sendBuffer = from.sendBuffer();
        receiveBuffer = from.receiveBuffer();
        readsAboveHighWater = from.readsAboveHighWater();
        keepAlive = from.keepAlive();
        reusePort = from.reusePort();
        userTimeout = from.userTimeout();
    }

    /** Sets {@link Options#highWater} and {@link Options#lowWater}. */
    public OptionsBuilder water(int high, int low) {
        highWater = high;
        lowWater = low;
        return this;
    }

    /** Sets {@link Options#backlogCap}. */
    public OptionsBuilder backlogCap(int bytes) {
        backlogCap = bytes;
        return this;
    }

    /** Sets {@link Options#unreadCap}. */
    public OptionsBuilder unreadCap(int bytes) {
        unreadCap = bytes;
        return this;
    }

    /** Sets {@link Options#linger}. */
    public OptionsBuilder linger(Duration duration) {
        linger = duration;
        return this;
    }

    /** Sets {@link Options#connectTimeout}. */
    public OptionsBuilder connectTimeout(Duration duration) {
        connectTimeout = duration;
        return this;
    }

    /** Sets {@link Options#acceptBacklog}. */
    public OptionsBuilder acceptBacklog(int connections) {
        acceptBacklog = connections;
        return this;
    }

    /** Sets {@link Options#noDelay}. */
    public OptionsBuilder noDelay(boolean atOnce) {
        noDelay = atOnce;
        return this;
    }

    /** Sets {@link Options#sendBuffer} and {@link Options#receiveBuffer}. */
    public OptionsBuilder socketBuffers(int send, int receive) {
        sendBuffer = send;
        receiveBuffer = receive;
        return this;
    }

    /** Sets {@link Options#readsAboveHighWater}. */
    public OptionsBuilder readsAboveHighWater(boolean reads) {
        readsAboveHighWater = reads;
        return this;
    }

    /** Sets {@link Options#keepAlive}. */
    public OptionsBuilder keepAlive(KeepAlive times) {
        keepAlive = Optional.of(times);
        return this;
    }

    /** Sets {@link Options#reusePort}. */
    public OptionsBuilder reusePort(boolean shared) {
        reusePort = shared;
        return this;
    }

    /** Sets {@link Options#userTimeout}. */
    public OptionsBuilder userTimeout(Duration duration) {
        userTimeout = duration;
        return this;
    }

    /**
     * Creates the options.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public Options build() {
        return new Options(
                highWater,
                lowWater,
                backlogCap,
                unreadCap,
                linger,
                connectTimeout,
                acceptBacklog,
                noDelay,
                sendBuffer,
                receiveBuffer,
                readsAboveHighWater,
                keepAlive,
                reusePort,
                userTimeout);
    }
}
