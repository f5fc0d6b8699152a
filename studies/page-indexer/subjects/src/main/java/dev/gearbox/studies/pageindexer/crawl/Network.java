package dev.gearbox.studies.pageindexer.crawl;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Where an address leads, the nearest first. What is said on one network may lead to the same and to those after it: a site of the internet has no business to
 * name this machine or what stands beside it.
 */
public enum Network {
    /** This machine's loopback interface, or the address that stands for any of its own. */
    THIS_MACHINE("this machine"),
    /** Private, link-local, reserved or multicast: what only neighbours reach. */
    LOCAL("a private or local network"),
    /** All else. */
    PUBLIC("the internet");

    private final String words;

    Network(String words) {
        this.words = words;
    }

    /** For a person. */
    String words() {
        return words;
    }

    /** Whether what is said there may lead here. */
    boolean mayBeNamedFrom(Network there) {
        return compareTo(there) >= 0;
    }

    /** The one of the two that is farther away. */
    Network farther(Network other) {
        return compareTo(other) >= 0 ? this : other;
    }

    static Network of(InetAddress address) {
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            return THIS_MACHINE;
        }
        if (address.isSiteLocalAddress() || address.isLinkLocalAddress() || address.isMulticastAddress()) {
            return LOCAL;
        }
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? ofFour(bytes) : ofSixteen(bytes);
    }

    private static Network ofFour(byte[] bytes) {
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        boolean shared = first == 100 && (second & 0xc0) == 64;
        boolean benchmarks = first == 198 && (second & 0xfe) == 18;
        boolean assignments = first == 192 && second == 0 && bytes[2] == 0;
        return first == 0 || shared || benchmarks || assignments || first >= 240 ? LOCAL : PUBLIC;
    }

    /** Unique local addresses are private; some others have an IPv4 address in them, which is what they lead to. */
    private static Network ofSixteen(byte[] bytes) {
        if ((bytes[0] & 0xfe) == 0xfc) {
            return LOCAL;
        }
        boolean translated = begins(bytes, 0x00, 0x64, 0xff, 0x9b);
        boolean compatible = begins(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        boolean sixToFour = begins(bytes, 0x20, 0x02);
        if (translated || compatible || sixToFour) {
            return of(four(bytes, sixToFour ? 2 : 12));
        }
        return PUBLIC;
    }

    private static InetAddress four(byte[] bytes, int from) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }

    private static boolean begins(byte[] bytes, int... with) {
        for (int i = 0; i < with.length; i++) {
            if (bytes[i] != (byte) with[i]) {
                return false;
            }
        }
        return true;
    }
}
