package dev.gearbox.advise.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.advise.SomeCosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stored costs: what is written is read, and those of another machine are refused. */
final class CalibrationFileTest {
    private static final Fingerprint OTHER = new Fingerprint(8, "test processor", 8000, "Linux amd64", "6.19", "VM 25");

    @TempDir
    private Path folder = Path.of("");

    private Path stored() {
        Path file = folder.resolve("new/calibration.json");
        CalibrationFile.write(file, SomeCosts.calibration(2));
        return file;
    }

    @Test
    void what_is_written_is_read() throws IOException {
        Path file = stored();
        assertThat(CalibrationFile.read(file)).isEqualTo(SomeCosts.calibration(2));
        CalibrationFile.write(file, SomeCosts.calibration(3));
        assertThat(CalibrationFile.read(file)).isEqualTo(SomeCosts.calibration(3));
        try (var files = Files.list(folder.resolve("new"))) {
            assertThat(files).as("no temporary file is left").hasSize(1);
        }
    }

    @Test
    void on_its_machine_it_is_used() {
        Costs costs = CalibrationFile.costs(stored(), SomeCosts.MACHINE, false);
        assertThat(costs.basis()).isEqualTo(Costs.Basis.HERE);
        assertThat(costs.range(UnitCost.READ)).isEqualTo(new Range(0.5e-6, 1e-6, 2e-6));
        assertThat(costs.caption()).isEqualTo("Costs measured on this machine, 2026-11-25.");
    }

    @Test
    void another_machine_is_refused_unless_it_is_asked_for() {
        Path file = stored();
        assertThatThrownBy(() -> CalibrationFile.costs(file, OTHER, false))
                .isInstanceOf(CalibrationException.class)
                .hasMessage("the calibration " + file
                        + " is of another machine: cores 2 instead of 8, kernel 6.18 instead of 6.19. Measure this one"
                        + " (gearbox calibrate), or accept it with --foreign");
        Costs costs = CalibrationFile.costs(file, OTHER, true);
        assertThat(costs.basis()).isEqualTo(Costs.Basis.FOREIGN);
        assertThat(costs.caption()).startsWith("Costs measured on another machine (cores 2 instead of 8, kernel");
    }

    @Test
    void a_little_memory_more_is_the_same_machine() {
        Fingerprint booted = new Fingerprint(2, "test processor", 8010, "Linux amd64", "6.18", "VM 25");
        assertThat(booted.differences(SomeCosts.MACHINE)).isEmpty();
        Fingerprint larger = new Fingerprint(2, "test processor", 16000, "Linux amd64", "6.18", "VM 25");
        assertThat(larger.differences(SomeCosts.MACHINE)).containsExactly("memory in MiB 8000 instead of 16000");
        assertThat(Fingerprint.here().differences(Fingerprint.here())).isEmpty();
    }

    @Test
    void a_file_that_is_not_complete_is_refused() throws IOException {
        Path file = stored();
        String text = Files.readString(file);
        for (Map.Entry<String, String> change : Map.of(
                        "\"read\"", "\"raed\"",
                        "\"format\" : 1", "\"format\" : 2",
                        "\"kernel\"", "\"kernle\"")
                .entrySet()) {
            assertThat(text).contains(change.getKey());
            Files.writeString(file, text.replace(change.getKey(), change.getValue()));
            assertThatThrownBy(() -> CalibrationFile.read(file))
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageContaining(file.toString());
        }
        Files.writeString(file, "{");
        assertThatThrownBy(() -> CalibrationFile.read(file)).hasMessageContaining("not valid JSON");
        assertThatThrownBy(() -> CalibrationFile.read(folder.resolve("nowhere")))
                .isInstanceOf(CalibrationException.class)
                .hasMessageEndingWith("Measure one: gearbox calibrate");
    }

    @Test
    void a_missing_cost_is_named() {
        Map<UnitCost, Range> few = new EnumMap<>(UnitCost.class);
        few.put(UnitCost.READ, Range.exactly(1));
        assertThatThrownBy(() -> Calibration.of("2026-11-25", SomeCosts.MACHINE, few))
                .hasMessageContaining("the cost accept is missing");
    }

    @Test
    void reference_costs_are_complete_and_wide() {
        Costs costs = CalibrationFile.reference();
        assertThat(costs.basis()).isEqualTo(Costs.Basis.REFERENCE);
        for (UnitCost cost : UnitCost.values()) {
            Range range = costs.range(cost);
            assertThat(range.high()).as(cost.key()).isGreaterThanOrEqualTo(2 * range.low());
        }
    }

    @Test
    void an_interval_contains_its_value() {
        assertThatThrownBy(() -> new Range(2, 1, 3)).hasMessageContaining("out of order");
        assertThat(new Range(1, 2, 3).disjoint(new Range(4, 5, 6))).isTrue();
        assertThat(new Range(1, 2, 4).disjoint(new Range(4, 5, 6))).isFalse();
    }
}
