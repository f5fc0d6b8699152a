package dev.gearbox.load.address;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What limits how fast connections can be opened and closed on this machine: the range of source ports, their early reuse, the sockets in TIME_WAIT. */
public final class PortUse {
    private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final Path REUSE = Path.of("/proc/sys/net/ipv4/tcp_tw_reuse");
    private static final Path SOCKETS = Path.of("/proc/self/net/sockstat");
    private static final Pattern TIME_WAIT = Pattern.compile("(?m)^TCP: .*\\btw (\\d+)");

    private PortUse() {}

    /** Returns whether a connection over the loopback interface may take a port that is still in TIME_WAIT. */
    public static boolean reusesLoopbackPorts() {
        String setting = text(REUSE).strip();
        return !setting.isEmpty() && !setting.equals("0");
    }

    /** Returns the settings and the number of sockets in TIME_WAIT now, for a report; empty where the system does not tell. */
    public static String describe() {
        return describe(text(RANGE), text(REUSE), text(SOCKETS));
    }

    static String describe(String range, String reuse, String sockets) {
        Matcher waiting = TIME_WAIT.matcher(sockets);
        if (range.isBlank() || reuse.isBlank() || !waiting.find()) {
            return "";
        }
        return "ip_local_port_range " + range.strip().replaceAll("\\s+", "-") + ", tcp_tw_reuse " + reuse.strip() + ", "
                + waiting.group(1) + " sockets in TIME_WAIT";
    }

    private static String text(Path file) {
        try {
            // Through a large buffer: a setting ends after the first read, and that of readString is one byte long.
            return String.join("\n", Files.readAllLines(file));
        } catch (IOException absent) {
            // Not Linux, or the file is hidden from this process.
            return "";
        }
    }
}
