package dev.gearbox.report.html.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.report.SampleReports;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.DocumentComposer;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.json.JsonReport;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Names from data are always text: they create no element, attribute or script. */
class PageTemplateTest {
    /** Without a space: in a figure the interval begins there. */
    private static final String EVIL = "<script>alert(1)</script>\"onclick='alert(2)'x=\"&amp;";

    /** Values by which the script distinguishes elements; they are constants of ours. */
    private static final Set<String> KEYS = Set.of("metric", "better", "verdict", "state");

    /** The placeholder for missing values. */
    private static final Set<String> SIGNS = Set.of("", Numbers.UNKNOWN);

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Document plain = DocumentComposer.of(SampleReports.report());

    @Test
    void whateverTheDataHoldThePageHasTheSameElementsAndAttributes() {
        Document evil = MAPPER.treeToValue(spoilt(MAPPER.valueToTree(plain)), Document.class);
        assertThat(markup(evil)).isEqualTo(markup(plain));
    }

    @Test
    void aNameInAngleBracketsIsShownAsItIs() {
        Document evil = MAPPER.treeToValue(spoilt(MAPPER.valueToTree(plain)), Document.class);
        org.jsoup.nodes.Document page = Jsoup.parse(PageTemplate.of(evil, JsonReport.of(evil)));
        assertThat(page.title()).isEqualTo("echo-server" + EVIL + " - Gearbox");
        assertThat(page.select("h1").text()).endsWith(EVIL);
        assertThat(page.select("article h4").getFirst().text()).isEqualTo("selector" + EVIL);
        assertThat(page.select("button.copy").getFirst().attr("data-copy")).endsWith(EVIL);
        assertThat(page.select("figure").getFirst().id()).isEqualTo("ping-connections-100" + EVIL + "-ranking");
    }

    @Test
    void aLinkIsRelativeWhateverThePath() {
        assertThat(Links.to("javascript:alert(1)")).isEqualTo("./javascript%3Aalert%281%29");
        assertThat(Links.to("//host/a b")).isEqualTo("./host/a%20b");
    }

    /** Returns each element with the names of its attributes. */
    private static List<String> markup(Document document) {
        return Jsoup.parse(PageTemplate.of(document, JsonReport.of(document))).getAllElements().stream()
                .map(element -> element.nodeName() + " "
                        + element.attributes().asList().stream()
                                .map(Attribute::getKey)
                                .toList())
                .toList();
    }

    private static JsonNode spoilt(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                object.properties().forEach(entry -> {
                    if (!KEYS.contains(entry.getKey())) {
                        entry.setValue(spoilt(entry.getValue()));
                    }
                });
                yield object;
            }
            case ArrayNode array -> {
                for (int at = 0; at < array.size(); at++) {
                    array.set(at, spoilt(array.get(at)));
                }
                yield array;
            }
            case StringNode text when !SIGNS.contains(text.asString()) -> StringNode.valueOf(text.asString() + EVIL);
            default -> node;
        };
    }
}
