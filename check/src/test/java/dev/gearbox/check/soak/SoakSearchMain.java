package dev.gearbox.check.soak;

import dev.gearbox.check.soak.Growth.GrowthVerdict;
import java.time.Duration;
import java.util.List;

/** Soaks engines: {@code SoakSearchMain SEED SECONDS...}, one soak of each length until something is found. Prints PASS, or FAIL and what was found. */
public final class SoakSearchMain {
    static final String SEARCH = "a soak";
    private static final List<String> SPECS = List.of("selector", "reactors?threads=2", "virtual");
    private static final int CLIENTS = 12;

    private SoakSearchMain() {}

    /** See the class comment. */
    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        boolean found = false;
        for (int index = 1; index < args.length && !found; index++) {
            Duration length = Duration.ofSeconds(Long.parseLong(args[index]));
            SoakReport report = Soak.run(new SoakPlan(SPECS, CLIENTS, length, seed), (what, done) -> {});
            found = !report.failures().isEmpty()
                    || report.growth().stream().anyMatch(growth -> growth.verdict() == GrowthVerdict.GROWS);
            System.out.println(report.failures() + " " + report.growth());
        }
        System.out.println((found ? "FAIL " : "PASS ") + SEARCH + "\t");
        // An engine that has lost a connection may not end.
        System.out.flush();
        Runtime.getRuntime().halt(found ? 1 : 0);
    }
}
