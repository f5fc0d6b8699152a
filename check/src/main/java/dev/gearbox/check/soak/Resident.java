package dev.gearbox.check.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The resident memory of this process outside the heap. The heap is excluded by its addresses: how much of it has ever been touched says nothing
 * about a leak, and grows for a long time.
 */
final class Resident {
    private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");
    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-[0-9a-f]+ .*");
    private static final String NON_HEAP = "Metaspace";

    private Resident() {}

    /** Returns the size in bytes. */
    static long beyondTheHeap() throws IOException {
        long from = Long.MAX_VALUE;
        long to = 0;
        Matcher addresses = ADDRESS.matcher(heap());
        while (addresses.find()) {
            long address = Long.parseUnsignedLong(addresses.group(1), 16);
            from = Math.min(from, address);
            to = Math.max(to, address);
        }
        long bytes = 0;
        boolean counts = true;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            Matcher mapping = MAPPING.matcher(line);
            if (mapping.matches()) {
                long begin = Long.parseUnsignedLong(mapping.group(1), 16);
                counts = begin < from || begin >= to;
            } else if (counts && line.startsWith("Rss:")) {
                bytes += 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return bytes;
    }

    /** Parses the output of jcmd's GC.heap_info: the heap's parts with their addresses. */
    private static String heap() throws IOException {
        try {
            Object said = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcHeapInfo",
                            new Object[0],
                            new String[0]);
            return said.toString().split(NON_HEAP, 2)[0];
        } catch (JMException absent) {
            throw new IOException("this JVM does not report the address of its heap", absent);
        }
    }
}
