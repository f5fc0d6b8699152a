package dev.gearbox.studies.pageindexer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.fetch.CountingSite;
import dev.gearbox.studies.pageindexer.fetch.CountingSite.Answer;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.index.IndexerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of pages, as written by users and servers. */
final class PageListTest {
    @TempDir
    private Path folder = Path.of("");

    private final PageClient client = PageClients.open("jdk", FetchLimits.DEFAULT);
    private final CountingSite site;

    PageListTest() throws IOException {
        site = new CountingSite();
    }

    @AfterEach
    void end() throws IOException {
        client.close();
        site.close();
    }

    private PageList file(String text) throws Exception {
        return PageList.read(Files.writeString(folder.resolve("list"), text).toString(), client);
    }

    private PageList web(String path) throws Exception {
        return PageList.read(site.page(path).toString(), client);
    }

    @Test
    void a_text_has_an_address_on_each_line() throws Exception {
        PageList list = file(
                "\ufeff# ours\nhttp://a.example/x#part\n\n  HTTP://A.example:80/x  # the same\r\nhttps://b.example\n");
        assertThat(list.pages()).containsExactly(URI.create("http://a.example/x"), URI.create("https://b.example/"));
        assertThat(list.duplicates()).isOne();
    }

    @Test
    void a_line_that_is_no_address_is_named() {
        assertThatThrownBy(() -> file("http://a.example/\nmailto:me\n"))
                .isInstanceOf(IndexerException.class)
                .hasMessageStartingWith("line 2 of ")
                .hasMessageEndingWith(
                        "\"mailto:me\", is not the address of a page: it does not begin with http:// or https://");
        assertThatThrownBy(() -> file("http:///path"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("is not the address of a page");
        assertThatThrownBy(() -> file("http://a.example/a b"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("it is not an address: Illegal character in path");
    }

    @Test
    void a_list_of_nothing_is_refused() {
        assertThatThrownBy(() -> file("# none\n"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("names no page");
        assertThatThrownBy(() -> PageList.read("nowhere.txt", client))
                .isInstanceOf(IndexerException.class)
                .hasMessageStartingWith("there is no file nowhere.txt");
        assertThatThrownBy(() -> PageList.read(folder.toString(), client))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("is a folder");
        assertThatThrownBy(() -> web("/missing"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("it answers with status 404");
        site.with("/loop", Answer.moved("/loop"));
        assertThatThrownBy(() -> web("/loop"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("redirects more than 10 times");
    }

    @Test
    void a_listing_of_a_server_may_be_relative() throws Exception {
        site.with("/sub/pages.txt", Answer.text("one.html\n/two.html\n")).with("/list", Answer.moved("/sub/pages.txt"));
        assertThat(web("/list").pages()).containsExactly(site.page("/one.html"), site.page("/two.html"));
        assertThat(web("/sub/pages.txt").pages()).containsExactly(site.page("/sub/one.html"), site.page("/two.html"));
    }

    @Test
    void a_page_means_its_links_to_its_own_site() throws Exception {
        site.with(
                "/",
                Answer.page(
                        "Index",
                        "<a href=a.html>a</a> <a href='/b.html#x'>b</a> <a href=http://other.example/>c</a>"
                                + "<a href=mailto:x@y>m</a> <a href='a.html'>again</a> <a href='/'>home</a>"));
        PageList list = web("/");
        assertThat(list.pages()).containsExactly(site.page("/a.html"), site.page("/b.html"));
        assertThat(list.duplicates()).isOne();
        assertThatThrownBy(() -> file("<html><a href='http://a.example/'>a</a>"))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("is a page, not a list");
    }

    @Test
    void sitemaps_are_read_through_their_index_and_packed_too() throws Exception {
        String map = "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>"
                + site.page("/a") + "</loc></url><url><loc>" + site.page("/b") + "</loc></url></urlset>";
        String index =
                "<?xml version=\"1.0\"?><sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>"
                        + site.page("/maps/1.xml.gz") + "</loc></sitemap></sitemapindex>";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(map.getBytes(StandardCharsets.UTF_8));
        }
        site.with("/sitemap.xml", Answer.text(index))
                .with("/maps/1.xml.gz", new Answer(200, "Content-Type: application/gzip\r\n", packed.toByteArray()))
                .with("/map.xml", Answer.text(map))
                .with("/broken.xml", Answer.text("<?xml version=\"1.0\"?><urlset><url"));
        assertThat(web("/sitemap.xml").pages()).containsExactly(site.page("/a"), site.page("/b"));
        assertThat(web("/map.xml").pages()).containsExactly(site.page("/a"), site.page("/b"));
        assertThat(file(map).pages()).containsExactly(site.page("/a"), site.page("/b"));
        assertThatThrownBy(() -> web("/broken.xml")).isInstanceOf(IndexerException.class);
    }
}
