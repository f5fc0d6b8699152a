package dev.gearbox.studies.pageindexer.crawl;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The network of an address, the nearest first. Content on one network may link to the same network and to those after it: a site on the internet must not
 * refer to this machine or its local network.
 */
public enum Network {
    /** This machine's loopback interface, or the wildcard address. */
    THIS_MACHINE("this machine"),
    /** Private, link-local, reserved or multicast: reachable from the local network only. */
    LOCAL("a private or local network"),
    /** Everything else. */
    PUBLIC("the internet");

    private final String words;

    Network(String words) {
        this.words = words;
    }

    /** Returns the text for users. */
    String words() {
        return words;
    }

    /** Returns whether content there may lead here. */
    boolean mayBeNamedFrom(Network there) {
        return compareTo(there) >= 0;
    }

    /** Returns the farther of the two. */
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

    /** Unique local addresses are private; some others embed an IPv4 address, which determines the network. */
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
