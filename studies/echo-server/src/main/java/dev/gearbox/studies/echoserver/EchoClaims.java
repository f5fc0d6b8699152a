package dev.gearbox.studies.echoserver;

import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import java.util.Optional;

/**
 * The arms and cells of this study that claims may refer to.
 *
 * @param study whose workloads
 */
record EchoClaims(Study study) implements Claim.KnownNames {
    @Override
    public String label(String spec, Optional<String> offload) {
        return EchoServer.label(spec, offload);
    }

    @Override
    public void check(Claim.CellRef cell) {
        study.requireOne(cell);
    }
}
