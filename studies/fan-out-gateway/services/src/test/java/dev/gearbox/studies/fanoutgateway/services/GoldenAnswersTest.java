package dev.gearbox.studies.fanoutgateway.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The golden answers hold what belongs to a user, in order, and only that. */
class GoldenAnswersTest {
    private final Catalog catalog = Catalog.of(1);
    private final GoldenAnswers golden = GoldenAnswers.of(catalog);

    @Test
    void an_overview_in_the_agreed_form() {
        String json = new String(golden.overview(3), StandardCharsets.UTF_8);
        Catalog.Post post = catalog.posts().get(20);
        Catalog.Comment comment = catalog.comments().get(100);
        assertThat(json)
                .startsWith("{\"user\":3,\"posts\":[{\"id\":21,\"title\":\"" + post.title()
                        + "\",\"comments\":[{\"id\":101,\"name\":\"" + comment.name() + "\"},{\"id\":102,")
                .endsWith(",{\"id\":1500,\"title\":\""
                        + catalog.photos().get(1499).title() + "\"}]}]}")
                .doesNotContain("\n", "\": ", ", \"");
        JsonNode tree = JsonMapper.shared().readTree(json);
        assertThat(tree.get("posts").size()).isEqualTo(10);
        assertThat(tree.get("albums").size()).isEqualTo(10);
        tree.get("posts")
                .forEach(each -> assertThat(each.get("comments").size()).isEqualTo(5));
        tree.get("albums").forEach(each -> assertThat(each.get("photos").size()).isEqualTo(50));
    }

    /** The records are what a gateway reads: the JSON of each service holds them and nothing else. */
    @Test
    void the_services_serve_the_same_records() {
        Catalog.Photo[] photos = JsonMapper.shared().readValue(catalog.json().get("photos"), Catalog.Photo[].class);
        Catalog.User[] users = JsonMapper.shared().readValue(catalog.json().get("users"), Catalog.User[].class);
        assertThat(List.of(photos)).isEqualTo(catalog.photos());
        assertThat(List.of(users)).isEqualTo(catalog.users());
    }
}
