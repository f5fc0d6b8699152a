package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.stats.SyntheticTrials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;

/** IT-19: results that are read and analysed twice give the same bytes. Otherwise a published figure could not be derived again from its raw data. */
public record Determinism(Function<Evidence, ?> analysis) implements Check {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int REQUESTS = 2_000;

    @Override
    public String id() {
        return "IT-19";
    }

    @Override
    public String title() {
        return "the same files, analysed twice";
    }

    @Override
    public String mark() {
        return "the same bytes";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) throws IOException {
        double[][][] values =
                SyntheticTrials.equalArms(5, 12, 0.03, 0.15).withEffects(3, 3.1).draw(context.seed());
        Evidence drawn = SyntheticEvidence.of(values[0], values[1]);
        Path folder = Files.createTempDirectory(context.scratch(), "archive");
        try (Archive archive = Archive.open(folder, drawn.experiment())) {
            SplittableRandom random = new SplittableRandom(context.seed());
            for (Evidence.Fork fork : drawn.forks()) {
                long slices = fork.entries().stream()
                        .filter(ForkEvent.Measured.class::isInstance)
                        .count();
                archive.append(
                        fork.number(),
                        fork.entries(),
                        Stream.generate(() -> times(random)).limit(slices).toList());
            }
            byte[] first = JSON.writeValueAsBytes(analysis.apply(Archive.read(archive.folder())));
            byte[] second = JSON.writeValueAsBytes(analysis.apply(Archive.read(archive.folder())));
            return judge(first, second);
        }
    }

    public static CheckOutcome judge(byte[] first, byte[] second) {
        int differs = Arrays.mismatch(first, second);
        return new Tally()
                .need(
                        first.length > 2 && differs < 0,
                        "%,d bytes%s",
                        first.length,
                        differs < 0 ? "" : ", different at " + differs)
                .outcome();
    }

    private static TimeHistograms times(SplittableRandom random) {
        Histogram histogram = TimeHistograms.empty();
        for (int i = 0; i < REQUESTS; i++) {
            histogram.recordValue(Math.round(-Math.log1p(-random.nextDouble()) * 100_000));
        }
        return new TimeHistograms(Map.of(TimeHistograms.Kind.RESPONSE, histogram));
    }
}
