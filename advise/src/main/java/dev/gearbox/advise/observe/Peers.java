package dev.gearbox.advise.observe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells clients, whose requests are the workload, from servers that the process itself calls. The system knows, while the process runs: a client's connection ends at
 * a port that the process listens on. Other connections, and those of a recording, have a client at the other end if its port is one that systems give to clients, or
 * if it is seen to speak first. The port is asked first, because a connection may be in the middle of a request when the recording begins.
 */
final class Peers {
    /** The first port that Linux gives to a client by itself; macOS and Windows begin at 49152. */
    private static final int EPHEMERAL = 32_768;

    private final Set<String> clients = new HashSet<>();
    private final Set<String> servers = new HashSet<>();
    private final int guesses;

    private Peers(List<SocketTransfer> transfers, Set<String> knownClients, Set<String> knownServers) {
        Map<String, Boolean> first = new HashMap<>();
        for (SocketTransfer each : transfers) {
            if (each.bytes() > 0) {
                first.putIfAbsent(each.peer(), each.read());
            }
        }
        int guessed = 0;
        for (Map.Entry<String, Boolean> each : first.entrySet()) {
            String peer = each.getKey();
            if (knownClients.contains(peer)) {
                clients.add(peer);
            } else if (knownServers.contains(peer)) {
                servers.add(peer);
            } else {
                (each.getValue() || port(peer) >= EPHEMERAL ? clients : servers).add(peer);
                guessed++;
            }
        }
        guesses = guessed;
    }

    /**
     * Returns the peers of a process.
     *
     * @param transfers in the order of their time
     * @param knownClients that the system names; empty if it cannot be asked
     * @param knownServers the same
     */
    static Peers of(List<SocketTransfer> transfers, Set<String> knownClients, Set<String> knownServers) {
        return new Peers(transfers, knownClients, knownServers);
    }

    /** A peer as text. The zone of a local address is left out, because not every source has it. */
    static String key(String address, int port) {
        int zone = address.indexOf('%');
        return (zone < 0 ? address : address.substring(0, zone)) + ":" + port;
    }

    private static int port(String peer) {
        return Integer.parseInt(peer.substring(peer.lastIndexOf(':') + 1));
    }

    boolean isClient(String peer) {
        return clients.contains(peer);
    }

    /** Returns the clients that have sent something. */
    Set<String> clients() {
        return clients;
    }

    /** Returns the servers that the process has called. */
    Set<String> servers() {
        return servers;
    }

    /** Returns how many peers were distinguished by their ports, and by who spoke first. */
    int guessed() {
        return guesses;
    }
}
