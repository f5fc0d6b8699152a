package dev.gearbox.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AdvicePageTest {
    @Test
    void tables_and_residuals_are_in_one_file_without_a_script() {
        String page = new AdvicePage("Is it <right>?")
                .heading("Figures")
                .table(List.of(List.of("engine", "error"), List.of("a & b", "+5 %")))
                .residuals(List.of(
                        new AdvicePage.Residual("near", 0.5, 1.2, 2), new AdvicePage.Residual("far", 0.9, 50, 1.1)))
                .text();
        assertThat(page)
                .contains("<h1>Is it &lt;right&gt;?</h1>", "<th>engine</th>", "<td>a &amp; b</td>", "<svg ")
                .contains("in the predicted interval", "outside of the predicted interval")
                .doesNotContain("<script");
        assertThat(page.indexOf("r=\"3\"")).isLessThan(page.indexOf("r=\"5\""));
    }

    @Test
    void a_map_has_a_square_for_each_point() {
        String page = new AdvicePage("map")
                .map(
                        "a map",
                        List.of("x", "y"),
                        List.of("r"),
                        List.of(
                                new AdvicePage.Square("selector", "selector = 2", "r1+", true),
                                new AdvicePage.Square("", "-", "", false)))
                .text();
        assertThat(page).contains("selector = 2", "r1+", "stroke-dasharray").containsOnlyOnce("fill=\"none\"");
        assertThat(page.split("<rect", -1)).hasSize(3);
    }

    @Test
    void each_winner_of_a_page_has_a_colour_of_its_own() {
        List<String> engines = List.of("selector", "threads", "virtual", "epoll", "uring", "mina");
        AdvicePage page = new AdvicePage("map");
        List<AdvicePage.Square> squares = engines.stream()
                .map(engine -> new AdvicePage.Square(engine, engine, "", false))
                .toList();
        page.map("first", List.of("x"), List.of("a", "b", "c"), squares.subList(0, 3));
        page.map("second", List.of("x"), engines, squares);
        List<String> hues = Pattern.compile("hsl\\((\\d+) ")
                .matcher(page.text())
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(hues).hasSize(9);
        assertThat(hues.subList(3, 9)).doesNotHaveDuplicates().startsWith(hues.get(0), hues.get(1), hues.get(2));
    }
}
