package dev.gearbox.lab.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Generators that fail. Each nested class has its own main method. */
public final class FakeGenerator {
    private FakeGenerator() {}

    /** Returns how to launch it, for a setup. */
    public static JvmLaunch launch(Class<?> behaviour) {
        return TestPaths.launch(behaviour);
    }

    private static BufferedReader plan() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        in.readLine();
        return in;
    }

    /** Rejects the plan. */
    public static final class Refuses {
        private Refuses() {}

        public static void main(String[] args) throws IOException {
            BufferedReader in = plan();
            System.out.println("{\"event\":\"refused\",\"cause\":\"plan: no such thing\"}");
            in.readLine();
        }
    }

    /** Exits in the middle of a run. */
    public static final class Dies {
        private Dies() {}

        public static void main(String[] args) throws IOException {
            plan();
            System.out.println("{\"event\":\"connected\"}");
            System.err.println("out of memory");
            System.exit(5);
        }
    }

    /** Never makes progress. */
    public static final class Hangs {
        private Hangs() {}

        public static void main(String[] args) throws IOException {
            BufferedReader in = plan();
            System.out.println("{\"event\":\"connected\"}");
            in.readLine();
            in.readLine();
        }
    }

    /** Sends an invalid report. */
    public static final class Babbles {
        private Babbles() {}

        public static void main(String[] args) throws IOException {
            BufferedReader in = plan();
            for (String event : new String[] {"connected", "measuring", "measured"}) {
                System.out.println("{\"event\":\"" + event + "\"}");
            }
            System.out.println("{\"event\":\"report\",\"report\":{\"wnidow\":\"PT1S\"}}");
            in.readLine();
        }
    }
}
