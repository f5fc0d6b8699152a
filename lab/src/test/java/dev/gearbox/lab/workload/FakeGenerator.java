package dev.gearbox.lab.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A generator that goes wrong. Each nested class is a main of its own. */
public final class FakeGenerator {
    private FakeGenerator() {}

    /** Where it is, for a set-up. */
    public static JvmLaunch launch(Class<?> behaviour) {
        return TestPaths.launch(behaviour);
    }

    private static BufferedReader plan() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        in.readLine();
        return in;
    }

    /** Does not like the plan. */
    public static final class Refuses {
        private Refuses() {}

        public static void main(String[] args) throws IOException {
            BufferedReader in = plan();
            System.out.println("{\"event\":\"refused\",\"cause\":\"plan: no such thing\"}");
            in.readLine();
        }
    }

    /** Ends in the middle. */
    public static final class Dies {
        private Dies() {}

        public static void main(String[] args) throws IOException {
            plan();
            System.out.println("{\"event\":\"connected\"}");
            System.err.println("out of memory");
            System.exit(5);
        }
    }

    /** Never gets anywhere. */
    public static final class Hangs {
        private Hangs() {}

        public static void main(String[] args) throws IOException {
            BufferedReader in = plan();
            System.out.println("{\"event\":\"connected\"}");
            in.readLine();
            in.readLine();
        }
    }

    /** Reports something that is no report. */
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
