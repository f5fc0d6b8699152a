package dev.gearbox.studies.fanoutgateway.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRecordsTest {
    @Test
    void the_last_number_of_a_pass_is_the_largest_times_the_user() {
        SharedRecords records = new SharedRecords(1_000);
        assertThat(records.join(7)).isEqualTo(7_000).isEqualTo(records.expected(7));
        assertThat(new SharedRecords(2_500_000).join(10_000))
                .as("more than an int")
                .isEqualTo(25_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void every_pass_is_made_once_and_is_right(int threads) throws InterruptedException {
        var answer =
                SharedRecordsMain.passes(new SharedRecords(1_000), 5, threads).answer();
        assertThat(answer).containsEntry("units", 5);
        assertThat((List<?>) answer.get("completed")).hasSize(5);
        assertThat(answer.get("errors")).hasToString("{}");
    }
}
