package dev.gearbox.evidence.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.evidence.analysis.AnalysisTest;
import dev.gearbox.evidence.analysis.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An append-only file that is read strictly and shows where a level changed. */
class HistoryTest {
    @TempDir
    private Path folder;

    @Test
    void aResultComesInOnce() throws IOException {
        Path file = folder.resolve("history.csv");
        Findings findings = MadeEvidence.of("a", "pool?threads=5, or so")
                .truth(AnalysisTest::jittered)
                .findings();
        History first = History.append(file, "results/ping-1", "2026-11-21", findings);
        String text = Files.readString(file);
        assertThat(text).startsWith("result,commit,date,machine,study,cell,arm,metric,value,low,high,forks\n");
        assertThat(text)
                .contains(
                        "results/ping-1,abc1234,2026-11-21,\"2 cores, Linux 6.18, JDK 25.0.1; server on core 0, load on"
                                + " core 1\",echo-server,\"ping, connections 100\",\"pool?threads=5, or so\",cpu,");
        assertThat(History.append(file, "results/ping-1", "2026-11-22", findings)
                        .rows())
                .isEqualTo(first.rows());
        assertThat(Files.readString(file)).isEqualTo(text);
        assertThat(History.read(file).rows()).isEqualTo(first.rows());
        assertThat(History.append(file, "results/ping-2", "2026-11-22", findings)
                        .rows())
                .hasSize(2 * first.rows().size());
    }

    @Test
    void anInvalidResultStaysOut() {
        Findings invalid = MadeEvidence.of("a").truth(_ -> Point.PLAIN.steal(1)).findings();
        assertThatThrownBy(() -> History.append(folder.resolve("h.csv"), "r", "d", invalid))
                .isInstanceOf(EvidenceException.class)
                .hasMessageStartingWith("r does not go into the history, it is invalid: environment");
        assertThat(folder.resolve("h.csv")).doesNotExist();
    }

    @Test
    void readingIsStrict() throws IOException {
        String row = "r,c,d,m,s,p,a,cpu,1.0,0.9,1.1,5\n";
        assertThat(read(HistoryFile.HEADER + "\n" + row).rows()).hasSize(1);
        refused("a,b\n" + row, "is not a history");
        refused(HistoryFile.HEADER + "\n" + row + row, "row 2: is a duplicate: r,a,cpu");
        refused(
                HistoryFile.HEADER + "\nr,c,d,m,s,p,a,cpu,1.0,0.9,1.1\n",
                "row 1: Not enough column values: expected 12, found 11");
        refused(HistoryFile.HEADER + "\n" + row.replace("cpu", "cpus"), "row 1: no metric \"cpus\"");
        refused(HistoryFile.HEADER + "\n" + row.replace("1.1", "x"), "row 1: high cannot be \"x\"");
        refused(HistoryFile.HEADER + "\n" + row.replace("1.1", ""), "row 1: high is empty");
        refused(HistoryFile.HEADER + "\n" + row.replace(",5", ",5,6"), "row 1: Too many entries: expected at most 12");
        refused(
                HistoryFile.HEADER + "\n" + row + row.replace("r,c", "\"r,c"),
                "row 2: Missing closing quote for value");
        refused(HistoryFile.HEADER + "\n" + row.substring(0, 10), "line 2: is cut off");
        assertThat(read((HistoryFile.HEADER + "\n" + row).replace("\n", "\r\n")).rows())
                .as("saved by a spreadsheet on another system")
                .isEqualTo(read(HistoryFile.HEADER + "\n" + row).rows());
    }

    @Test
    void aLastingChangeIsFoundWithItsCommit() throws IOException {
        // 3 % noise around 10 µs, and 12 % more from the 21st commit on.
        String text = series(40, 20, 1.12);
        List<History.Change> changes = read(text).changes();
        assertThat(changes).hasSize(1);
        assertThat(Integer.parseInt(changes.getFirst().first().commit().substring(1)))
                .isBetween(19, 23);
        assertThat(changes.getFirst().after() / changes.getFirst().before()).isBetween(1.09, 1.15);
        assertThat(read(text).render())
                .startsWith("s: p, a, CPU per request (m): ")
                .contains(" %, dearer) between c")
                .hasLineCount(1);
        assertThat(read(series(40, 40, 1)).render()).isEqualTo("no lasting change of level in 40 results\n");
    }

    private static String series(int results, int step, double times) {
        Random random = new Random(11);
        StringBuilder text = new StringBuilder(HistoryFile.HEADER + "\n");
        for (int i = 0; i < results; i++) {
            double value = 10 * (i >= step ? times : 1) * Math.exp(0.02 * random.nextGaussian());
            text.append("r" + i + ",c" + i + ",d" + i + ",m,s,p,a,cpu," + value + ",9,13,5\n");
        }
        return text.toString();
    }

    private void refused(String text, String why) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining(why);
    }

    private History read(String text) throws IOException {
        return History.read(Files.writeString(folder.resolve("text.csv"), text));
    }
}
