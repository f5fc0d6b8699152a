package example.onethread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OneThreadTest {
    @Test
    void itIsFoundAndItsServersAnswerUnderLoad() throws InterruptedException {
        assertThat(OneThread.class.getModule().getDescriptor().provides())
                .anyMatch(service -> service.service().equals(StudyProvider.class.getName())
                        && service.providers().contains(OneThread.class.getName()));
        StudyProvider provider = new OneThread();
        Study study = provider.study();
        assertThat(study.name()).isEqualTo(provider.name());
        assertThat(study.claims().get()).isEmpty();
        Cell cell = study.load("talk").cells(Length.QUICK, Map.of()).getFirst();
        List<Subject> subjects =
                provider.subjects(cell, List.of(), Optional.empty()).orElseThrow();
        assertThat(subjects).extracting(Subject::label).containsExactly("1024", "1048576");

        ChildSetup setup = ChildSetup.detect(1).unoptimized().unpinned().withQuiet(Duration.ZERO);
        SingleRun.Result result = SingleRun.open(setup).run(cell, subjects.getFirst());

        assertThat(result.slice().traffic().answered()).isPositive();
        assertThat(result.slice().traffic().errors()).isEmpty();
    }
}
