package dev.gearbox.lab.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.CoreNeeds;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Decisions about cores, on machines that need not be this one. */
class PlacementChoiceTest {
    private static final Pinning USUAL = new Pinning(List.of(0), List.of(1));
    private static final PlacementChoice TWO = new PlacementChoice(List.of(0, 1), true, USUAL);
    private static final PlacementChoice FOUR = new PlacementChoice(List.of(0, 1, 2, 3), true, USUAL);
    private static final PlacementChoice ONE = new PlacementChoice(List.of(0), true, Pinning.NONE);
    private static final PlacementChoice UNABLE = new PlacementChoice(List.of(0, 1), false, Pinning.NONE);

    private static CoreNeeds needs(int subject, int load, boolean apart) {
        return new CoreNeeds(Optional.of(subject), Optional.of(load), Optional.of(apart));
    }

    @Test
    void namesAllCoresOrSome() {
        assertThat(TWO.named("shared")).isEqualTo(new Pinning(List.of(0, 1), List.of(0, 1)));
        assertThat(TWO.named("subject=0,1 load=0,1")).isEqualTo(TWO.named("shared"));
        assertThat(TWO.named("load=1 subject=0")).isEqualTo(USUAL);
        assertThat(FOUR.named("subject=0-2 load=3 origin=2"))
                .isEqualTo(new Pinning(List.of(0, 1, 2), List.of(3), List.of(2)));
        assertThat(ONE.named("shared")).as("as by default").isEqualTo(Pinning.NONE);
        assertThat(UNABLE.named("shared")).isEqualTo(Pinning.NONE);
    }

    @Test
    void refusesWhatThisMachineDoesNotHave() {
        assertThatThrownBy(() -> TWO.named("subject=0,2 load=3"))
                .isInstanceOf(LabException.class)
                .hasMessage("--cores subject=0,2 load=3: this machine has no cores 2,3 for this process. It has: 0,1");
        assertThatThrownBy(() -> UNABLE.named("subject=0 load=1"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("needs taskset");
        assertThatThrownBy(() -> TWO.named("everything")).isInstanceOf(EvidenceException.class);
    }

    @Test
    void givesAWorkloadTheFewestCoresThatItNeeds() {
        assertThat(TWO.fitting(CoreNeeds.NONE)).contains(USUAL);
        assertThat(TWO.fitting(needs(1, 1, true))).contains(USUAL);
        assertThat(TWO.fitting(needs(2, 1, false))).contains(TWO.named("shared"));
        assertThat(TWO.fitting(needs(2, 1, true))).isEmpty();
        assertThat(TWO.fitting(needs(3, 1, false))).isEmpty();
        assertThat(FOUR.fitting(needs(2, 1, false))).contains(FOUR.named("subject=0,1 load=2"));
        assertThat(FOUR.fitting(needs(2, 2, true))).contains(FOUR.named("subject=0,1 load=2,3"));
        assertThat(FOUR.fitting(needs(4, 1, false))).contains(FOUR.named("shared"));
        assertThat(ONE.fitting(CoreNeeds.NONE)).contains(Pinning.NONE);
        assertThat(ONE.fitting(needs(1, 1, true))).isEmpty();
        assertThat(UNABLE.fitting(needs(2, 1, false))).as("all cores, unpinned").contains(Pinning.NONE);
        assertThat(UNABLE.fitting(needs(1, 1, true))).isEmpty();
    }

    @Test
    void aPlacementThatIsNamedMustHaveWhatIsNeeded() {
        assertThat(TWO.met(needs(2, 1, false), TWO.named("shared"))).isTrue();
        assertThat(TWO.met(needs(2, 1, false), USUAL)).isFalse();
        assertThat(TWO.met(needs(1, 1, true), TWO.named("shared"))).isFalse();
        assertThat(TWO.met(needs(1, 2, false), USUAL)).isFalse();
        assertThat(TWO.lacking("crowd", needs(2, 1, true)))
                .isEqualTo(
                        "crowd needs 2 cores for the subject, 1 core for the load, cores of the subject that nothing else"
                                + " uses, and this machine has 2 cores");
    }

    @Test
    void theJvmsAreToldHowManyCoresTheyHave() {
        ChildSetup setup = ChildSetup.detect(1).placed(FOUR.named("subject=0-2 load=3 origin=0,1"));
        assertThat(setup.server().processors()).isEqualTo(3);
        assertThat(setup.generator().processors()).isEqualTo(1);
        assertThat(setup.origin().processors()).isEqualTo(2);
        assertThat(setup.pinning().contended())
                .as("the origin is on cores of the server")
                .isTrue();
        assertThat(setup.pinning().placement()).isPresent();
        assertThat(setup.placed(Pinning.detect()).pinning().placement())
                .as("the default")
                .isEmpty();
        assertThat(USUAL.contended()).isFalse();
    }
}
