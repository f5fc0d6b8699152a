package dev.gearbox.studies.echoserver;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What there is in this study to make claims about.
 *
 * @param study whose workloads
 */
record EchoClaims(Study study) implements Claim.Known {
    @Override
    public String label(String spec, Optional<String> offload) {
        return EchoServer.label(spec, offload);
    }

    @Override
    public void check(Claim.Cell cell) {
        for (Length length : Length.values()) {
            List<Cell> cells = cells(cell, length);
            if (cells.size() != 1) {
                throw new EvidenceException(cell + " leaves " + cells.size() + " cells and not one: "
                        + cells.stream().map(Cell::label).collect(Collectors.joining(", "))
                        + ". Name the other axes too");
            }
        }
    }

    private List<Cell> cells(Claim.Cell cell, Length length) {
        Map<String, List<String>> values = cell.axes().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, axis -> List.of(axis.getValue())));
        try {
            return study.load(cell.workload()).cells(length, values);
        } catch (LabException wrong) {
            throw new EvidenceException(String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
