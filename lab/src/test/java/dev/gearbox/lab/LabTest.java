package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs: that they go on after a failure, and that they leave nothing behind however they end. */
@Timeout(600)
class LabTest {
    @TempDir
    Path parent;

    private final Setup setup = Setup.detect(1).withPatience(Duration.ofMinutes(1));

    @Test
    void aFailedTrialDoesNotStopTheOthers() throws InterruptedException {
        List<Cell> cells = TestData.workload().cells(Length.QUICK, Map.of("connections", List.of("1", "3")));
        List<Subject> subjects = List.of(TestSubject.subject("dies-at-start"), TestSubject.subject("echo"));
        ResultFiles files = ResultFiles.create(parent, "tiny");
        List<TrialResult> told = new ArrayList<>();
        List<Progress.Moment> moments = new ArrayList<>();

        List<TrialResult> results = Lab.open(setup)
                .noting(List.of("nobody is left out"))
                .run(cells, subjects, files, new Progress() {
                    @Override
                    public void at(Moment moment) {
                        moments.add(moment);
                    }

                    @Override
                    public void finished(TrialResult result) {
                        told.add(result);
                    }
                });

        assertThat(results)
                .extracting(r -> r.cell() + " " + r.subject() + " " + r.succeeded())
                .containsExactly(
                        "tiny connections=1 bytes=64 dies-at-start false",
                        "tiny connections=1 bytes=64 echo true",
                        "tiny connections=3 bytes=64 dies-at-start false",
                        "tiny connections=3 bytes=64 echo true");
        assertThat(told)
                .isEqualTo(results)
                .allSatisfy(result -> assertThat(result.notes()).contains("nobody is left out"));
        assertThat(ResultFiles.readAll(files.folder())).containsExactlyInAnyOrderElementsOf(results);
        assertThat(moments).extracting(Progress.Moment::trial).isSorted().contains(1, 2, 3, 4);
        assertThat(moments).allSatisfy(moment -> {
            assertThat(moment.trials()).isEqualTo(4);
            assertThat(moment.fraction()).isBetween(0.0, 1.0);
        });
    }

    @Test
    void labelsMustTellSubjectsApart() {
        List<Subject> twice = List.of(TestSubject.subject("echo"), TestSubject.subject("echo"));
        assertThatThrownBy(() ->
                        Lab.open(setup).run(List.of(), twice, ResultFiles.create(parent, "tiny"), Progress.SILENT))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("same label");
    }

    @Test
    void interruptedItKillsItsChildrenAndLeavesNoFile() throws Exception {
        Cell cell = TestData.workload(TestData.TINY.replace("measure: 400ms", "measure: 10m"))
                .cells(Length.QUICK, Map.of())
                .getFirst();
        ResultFiles files = ResultFiles.create(parent, "tiny");
        List<ProcessHandle> children = new ArrayList<>();
        Progress interrupts = new Progress() {
            @Override
            public void at(Moment moment) {
                if (moment.phase() == Phase.MEASURING && children.isEmpty()) {
                    ProcessHandle.current().children().forEach(children::add);
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void finished(TrialResult result) {}
        };
        assertThatThrownBy(() ->
                        Lab.open(setup).run(List.of(cell), List.of(TestSubject.subject("echo")), files, interrupts))
                .isInstanceOf(InterruptedException.class);
        assertThat(children).hasSize(2);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(files.folder()).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"true, ours, 2", "false, ours, 2", "true, foreign, 3", "false, foreign, 3"})
    void killedOrToldToGoItTakesItsChildrenWithIt(boolean kill, String whose, int count) throws Exception {
        String classPath =
                TestPaths.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Process lab = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        LabInAChild.class.getName(),
                        parent.toString(),
                        whose)
                .redirectError(parent.resolve("log").toFile())
                .start();
        try {
            List<ProcessHandle> children = awaitMeasuring(lab);
            assertThat(children).hasSize(count);
            if (kill) {
                lab.destroyForcibly();
            } else {
                lab.destroy();
            }
            for (ProcessHandle child : children) {
                child.onExit().get(120, TimeUnit.SECONDS);
            }
            lab.onExit().get(120, TimeUnit.SECONDS);
            try (Stream<Path> files = Files.walk(parent)) {
                assertThat(files.filter(Files::isRegularFile))
                        .extracting(Path::getFileName)
                        .extracting(Path::toString)
                        .containsExactly("log");
            }
        } finally {
            lab.descendants().forEach(ProcessHandle::destroyForcibly);
            lab.destroyForcibly();
        }
    }

    private List<ProcessHandle> awaitMeasuring(Process lab) throws IOException {
        BufferedReader out = lab.inputReader();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("MEASURING")) {
                return lab.descendants().toList();
            }
        }
        throw new AssertionError("the lab ended: " + Files.readString(parent.resolve("log")));
    }
}
