package dev.gearbox.protocols.proxy;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * A range of addresses, as in {@code 10.0.0.0/8} or {@code fd00::/8}.
 *
 * @param address the first one; bits after the prefix are ignored
 * @param prefix the number of leading bits that all addresses share
 */
public record Subnet(InetAddress address, int prefix) {
    public Subnet {
        int bits = 8 * address.getAddress().length;
        if (prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException("the prefix is " + prefix + " and must be from 0 to " + bits);
        }
    }

    /**
     * Parses an address, or an address, a slash and a prefix.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Subnet parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int all = 8 * address.getAddress().length;
            return new Subnet(address, slash < 0 ? all : Integer.parseInt(text.substring(slash + 1)));
        } catch (IllegalArgumentException cause) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a subnet: write an address and a prefix, such as 10.0.0.0/8", cause);
        }
    }

    /** Returns whether the address is in this subnet. */
    public boolean contains(InetAddress other) {
        byte[] ours = address.getAddress();
        byte[] theirs = other.getAddress();
        int whole = prefix / 8;
        if (ours.length != theirs.length || !Arrays.equals(ours, 0, whole, theirs, 0, whole)) {
            return false;
        }
        int rest = 8 - prefix % 8;
        return rest == 8 || (ours[whole] & 0xff) >> rest == (theirs[whole] & 0xff) >> rest;
    }

    @Override
    public String toString() {
        return address.getHostAddress() + "/" + prefix;
    }
}
