package example.blocking;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.protocols.Direct;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Adds numbers, in blocking style: each conversation is one method on a virtual thread, whichever engine does the I/O. Arguments: an engine's spec and a port. */
public final class AddingMachine {
    public static void main(String... arguments) throws IOException {
        InetSocketAddress address = new InetSocketAddress(Integer.parseInt(arguments[1]));
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(address, new Direct(AddingMachine::converse), Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    /** The state of the conversation is in local variables, and the place in it is the place in the code. */
    private static void converse(InputStream in, OutputStream out) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        PrintStream writer = new PrintStream(out, true, StandardCharsets.UTF_8);
        writer.print("What is your name?\n");
        String name = reader.readLine();
        if (name == null) {
            return;
        }
        writer.print("Hello " + name + ". Which numbers? An empty line ends the list\n");
        long sum = 0;
        for (String line = reader.readLine(); line != null && !line.isBlank(); line = reader.readLine()) {
            try {
                sum = Math.addExact(sum, Long.parseLong(line.strip()));
            } catch (NumberFormatException | ArithmeticException notAdded) {
                writer.print("\"" + line + "\" is not added: " + notAdded.getMessage() + "\n");
            }
        }
        writer.print("The sum is " + sum + "\n");
    }
}
