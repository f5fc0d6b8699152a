package dev.gearbox.advise.observe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The TCP connections of a process, as Linux lists them: also those that are quiet, and those whose reads JFR does not see.
 *
 * @param clients peers of established connections that end at a port that the process listens on
 * @param servers the other peers
 * @param listening whether the process listens at all; if not, nothing tells clients from servers
 */
record ProcessSockets(Set<String> clients, Set<String> servers, boolean listening) {
    private static final String ESTABLISHED = "01";
    private static final String LISTEN = "0A";
    private static final String SOCKET = "socket:[";
    private static final int HEX = 16;
    private static final int V4_DIGITS = 8;

    private record Entry(int localPort, String peer, String state, String inode) {}

    /**
     * Looks.
     *
     * @return empty if this system has no such list
     */
    static Optional<ProcessSockets> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            Set<String> own = inodes(process.resolve("fd"));
            List<Entry> entries = new ArrayList<>();
            for (String family : List.of("tcp", "tcp6")) {
                Path table = process.resolve("net").resolve(family);
                if (Files.exists(table)) {
                    List<String> lines = Files.readAllLines(table);
                    for (String line : lines.subList(1, lines.size())) {
                        Entry entry = entry(line.strip().split("\\s+"));
                        if (own.contains(entry.inode())) {
                            entries.add(entry);
                        }
                    }
                }
            }
            return Optional.of(of(entries));
        } catch (IOException noSuchList) {
            return Optional.empty(); // another system, or the process has ended, which is noticed elsewhere
        }
    }

    private static ProcessSockets of(List<Entry> entries) {
        Set<Integer> ports = new HashSet<>();
        for (Entry entry : entries) {
            if (entry.state().equals(LISTEN)) {
                ports.add(entry.localPort());
            }
        }
        Set<String> clients = new HashSet<>();
        Set<String> servers = new HashSet<>();
        for (Entry entry : entries) {
            if (entry.state().equals(ESTABLISHED)) {
                (ports.contains(entry.localPort()) ? clients : servers).add(entry.peer());
            }
        }
        return new ProcessSockets(clients, servers, !ports.isEmpty());
    }

    /** The numbers of the sockets among the descriptors. */
    private static Set<String> inodes(Path descriptors) throws IOException {
        Set<String> found = new HashSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            for (Path each : all) {
                String target = target(each);
                if (target.startsWith(SOCKET)) {
                    found.add(target.substring(SOCKET.length(), target.length() - 1));
                }
            }
        }
        return found;
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException closed) {
            return ""; // since the folder was listed
        }
    }

    /** A line of the table: number, local address, remote address, state, queues, timer, retransmits, user, timeout, inode. */
    private static Entry entry(String[] columns) throws UnknownHostException {
        return new Entry(port(columns[1]), peer(columns[2]), columns[3], columns[9]);
    }

    /** An address and a port in hexadecimal digits; the address in words of four bytes, each in the order of this machine (little-endian). */
    static String peer(String text) throws UnknownHostException {
        String digits = text.substring(0, text.indexOf(':'));
        byte[] bytes = new byte[digits.length() / 2];
        for (int word = 0; word < digits.length(); word += V4_DIGITS) {
            for (int i = 0; i < Integer.BYTES; i++) {
                int at = word + V4_DIGITS - 2 * (i + 1);
                bytes[word / 2 + i] = (byte) Integer.parseInt(digits.substring(at, at + 2), HEX);
            }
        }
        return Peers.key(InetAddress.getByAddress(bytes).getHostAddress(), port(text));
    }

    private static int port(String text) {
        return Integer.parseInt(text.substring(text.indexOf(':') + 1), HEX);
    }
}
