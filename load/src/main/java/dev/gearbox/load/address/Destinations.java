package dev.gearbox.load.address;

import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The addresses that stand for one server on the loopback interface. The kernel chooses a source port for each pair of source and destination address, so
 * many destinations have as many times more ports before one in TIME_WAIT is needed again, without the cost of a bind for each connection
 * ({@link SourceAddresses}).
 */
public final class Destinations {
    private static final int ADDRESSES = 16;
    private static final Path LISTENING = Path.of("/proc/self/net/tcp");
    private static final Path LISTENING_V6 = Path.of("/proc/self/net/tcp6");

    private Destinations() {}

    /**
     * Returns the addresses of a plan's target: 127.0.0.1 to 127.0.0.16 if it is 127.0.0.1 and the server listens on all addresses of this machine; else
     * the target alone.
     *
     * @throws BadPlanException if the target has no address
     * @throws IOException if the table of listening sockets cannot be read
     */
    public static List<InetSocketAddress> of(LoadPlan plan) throws IOException {
        InetSocketAddress target = target(plan);
        byte[] address = target.getAddress().getAddress();
        if (address.length != 4 || address[0] != 127 || !listensEverywhere(plan.port())) {
            return List.of(target);
        }
        return IntStream.rangeClosed(1, ADDRESSES)
                .mapToObj(last -> new InetSocketAddress(loopback(last), plan.port()))
                .toList();
    }

    /**
     * Returns the address of a plan's target.
     *
     * @throws BadPlanException if it has none
     */
    static InetSocketAddress target(LoadPlan plan) {
        var target = new InetSocketAddress(plan.host(), plan.port());
        if (target.isUnresolved()) {
            throw new BadPlanException("host: \"" + plan.host() + "\" has no address");
        }
        return target;
    }

    private static InetAddress loopback(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (UnknownHostException impossible) {
            throw new AssertionError("an address of four bytes", impossible);
        }
    }

    /** Returns whether the socket that accepts IPv4 connections at this port does so at all addresses. */
    private static boolean listensEverywhere(int port) throws IOException {
        List<String> v4 = listeners(LISTENING, port);
        return everywhere(v4.isEmpty() ? listeners(LISTENING_V6, port) : v4);
    }

    static boolean everywhere(List<String> addresses) {
        return !addresses.isEmpty() && addresses.stream().allMatch(address -> address.matches("0+"));
    }

    private static List<String> listeners(Path table, int port) throws IOException {
        try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
            return listeners(lines, port);
        } catch (NoSuchFileException absent) {
            // This machine has no such protocol, or is not Linux.
            return List.of();
        }
    }

    /** Returns the local addresses, in hexadecimal, of the listening sockets of a port in a table of the kernel. */
    static List<String> listeners(Stream<String> table, int port) {
        String local = ":" + HexFormat.of().withUpperCase().toHexDigits((short) port);
        return table.map(line -> line.strip().split("\\s+", 5))
                .filter(fields ->
                        fields.length == 5 && fields[3].toUpperCase(Locale.ROOT).equals("0A"))
                .map(fields -> fields[1])
                .filter(address -> address.endsWith(local))
                .map(address -> address.substring(0, address.length() - local.length()))
                .toList();
    }
}
