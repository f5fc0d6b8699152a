package dev.gearbox.studies.pageindexer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.studies.pageindexer.fetch.AllClients;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Specs of clients: like those of engines, with equally helpful errors. */
final class PageClientsTest {
    @Test
    void the_canonical_form_has_what_was_given() {
        assertThat(PageClients.canonical("apache?threads=8")).isEqualTo("apache?threads=8");
        assertThat(PageClients.canonical("jetty?selectors=2&threads=16")).isEqualTo("jetty?threads=16&selectors=2");
    }

    @Test
    void a_mistyped_name_is_guessed() {
        assertThatThrownBy(() -> PageClients.open("apach", FetchLimits.DEFAULT))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("no client \"apach\". Did you mean apache? Known: jdk, apache");
    }

    @Test
    void a_parameter_that_is_none_is_refused() {
        assertThatThrownBy(() -> PageClients.canonical("apache?thread=8"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("apache has no parameter \"thread\". It has: threads (integer from 1");
        assertThatThrownBy(() -> PageClients.canonical("apache?threads"))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("\"apache?threads\" is no client: after the ? come name=value, joined by &");
    }

    @Test
    void every_client_is_tested_by_the_contract() {
        List<String> names = AllClients.others()
                .map(spec -> spec.split("\\?", 2)[0])
                .distinct()
                .toList();
        assertThat(names)
                .containsAll(PageClients.cards().stream().map(ModelCard::name).toList());
    }
}
