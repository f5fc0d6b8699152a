package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.data.DataReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What the predictions know besides the calibrated costs, from {@code models.yaml}.
 *
 * @param process resident memory of a JVM with an engine and without connections, in bytes
 * @param error factors for what the model leaves out
 * @param engines to choose from; among equal ones the first is recommended
 */
record Models(Range process, Errors error, List<EngineTraits> engines) {
    private static final String FILE = "models.yaml";

    /**
     * How far a figure may be from its prediction, besides the intervals of the costs.
     *
     * @param cpu of processor time
     * @param p50 of the median
     * @param p99 of the tail
     * @param memory of the memory
     * @param pair of the ratio between the processor times of two engines, one-sided: such errors are mostly common to both
     */
    record Errors(Range cpu, Range p50, Range p99, Range memory, double pair) {}

    Models {
        engines = List.copyOf(engines);
    }

    static Models shipped() {
        DataReader reader = DataReader.ofPeople(YAMLMapper.builder(), AdviseException::new);
        try (InputStream in = Models.class.getResourceAsStream(FILE)) {
            return reader.read(FILE, Objects.requireNonNull(in, FILE), Models.class);
        } catch (IOException broken) {
            throw new UncheckedIOException(FILE, broken);
        }
    }
}
