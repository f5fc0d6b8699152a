package dev.gearbox.studies.pageindexer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.fetch.CountingSite;
import dev.gearbox.studies.pageindexer.fetch.CountingSite.Answer;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageWorkers;
import dev.gearbox.studies.pageindexer.index.IndexerException;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content from other hosts cannot direct a crawl to this machine. The other host is 127.0.0.2, which counts as the internet here. */
final class AddressGuardTest {
    @TempDir
    private Path folder = Path.of("");

    private final PageClient client = PageClients.open("jdk", FetchLimits.DEFAULT);
    private final CountingSite here;
    private final CountingSite elsewhere;

    AddressGuardTest() throws IOException {
        GuardedResolver.NAMES.put("here.test", InetAddress.getLoopbackAddress());
        here = new CountingSite();
        elsewhere = new CountingSite(InetAddress.ofLiteral("127.0.0.2"));
    }

    @AfterEach
    void end() throws IOException {
        client.close();
        here.close();
        elsewhere.close();
    }

    private static Network networks(InetAddress address) {
        return address.getHostAddress().equals("127.0.0.2") ? Network.PUBLIC : Network.of(address);
    }

    private Map<String, Kind> failures(Network said, URI... pages) throws InterruptedException {
        try (PageWorkers workplace = PageWorkers.inPlace(PageWorks.of("none"))) {
            CrawlReport report = Crawl.run(
                    new CrawlPlan(List.of(pages), said, 16, 0, 0, Duration.ZERO),
                    client,
                    workplace,
                    folder.resolve("index"),
                    _ -> {},
                    _ -> true,
                    AddressGuardTest::networks);
            return report.failures().stream()
                    .collect(Collectors.toMap(
                            CrawlReport.Failed::address,
                            failed -> failed.failure().kind()));
        }
    }

    private PageList read(URI list) throws InterruptedException {
        return PageList.read(list.toString(), client, AddressGuardTest::networks);
    }

    @Test
    void a_list_from_elsewhere_does_not_lead_here_by_address_or_name() throws Exception {
        here.with("/secret", Answer.page("Secret", "of this machine"));
        elsewhere.with("/open", Answer.page("Open", "to all"));
        URI byName = here.page("here.test", "/secret");
        URI byAnyAddress = here.page("0.0.0.0", "/secret");
        assertThat(failures(Network.PUBLIC, here.page("/secret"), byName, byAnyAddress, elsewhere.page("/open")))
                .isEqualTo(Map.of(
                        here.page("/secret").toString(), Kind.LOCAL,
                        byName.toString(), Kind.LOCAL,
                        byAnyAddress.toString(), Kind.LOCAL));
        assertThat(here.requests()).isZero();
        assertThat(elsewhere.count("/open")).isOne();
    }

    @Test
    void a_redirect_from_elsewhere_does_not_lead_here_though_the_user_named_the_page() throws Exception {
        URI byName = elsewhere.page("/by-name");
        URI byAddress = elsewhere.page("/by-address");
        URI around = elsewhere.page("/around");
        elsewhere
                .with("/by-name", Answer.moved(here.page("here.test", "/secret").toString()))
                .with("/by-address", Answer.moved(here.page("/secret").toString()))
                .with("/around", Answer.moved(elsewhere.page("/open").toString()))
                .with("/open", Answer.page("Open", "to all"));
        assertThat(failures(Network.THIS_MACHINE, byName, byAddress, around))
                .isEqualTo(Map.of(byName.toString(), Kind.LOCAL, byAddress.toString(), Kind.LOCAL));
        assertThat(here.requests()).isZero();
    }

    @Test
    void the_users_own_list_may_name_this_machine_which_may_lead_anywhere() throws Exception {
        here.with("/a", Answer.page("A", "a"))
                .with("/out", Answer.moved(elsewhere.page("/open").toString()));
        elsewhere.with("/open", Answer.page("Open", "to all"));
        assertThat(failures(Network.THIS_MACHINE, here.page("/a"), here.page("here.test", "/a"), here.page("/out")))
                .isEmpty();
        Path file = Files.writeString(folder.resolve("list"), here.page("/a") + "\n");
        assertThat(PageList.read(file.toString(), client).said()).isEqualTo(Network.THIS_MACHINE);
    }

    @Test
    void a_list_is_said_where_it_came_from_and_leads_to_no_list_here() throws Exception {
        String index =
                "<?xml version=\"1.0\"?><sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>"
                        + here.page("here.test", "/map.xml") + "</loc></sitemap></sitemapindex>";
        here.with("/list", Answer.text("http://a.example/\n"))
                .with("/moved", Answer.moved(elsewhere.page("/list").toString()));
        elsewhere
                .with("/list", Answer.text("http://a.example/\n"))
                .with("/index.xml", Answer.text(index))
                .with("/moved", Answer.moved(here.page("/list").toString()));
        assertThat(read(here.page("/list")).said()).isEqualTo(Network.THIS_MACHINE);
        assertThat(read(elsewhere.page("/list")).said()).isEqualTo(Network.PUBLIC);
        assertThat(read(here.page("/moved")).said()).isEqualTo(Network.PUBLIC);
        assertThatThrownBy(() -> read(elsewhere.page("/index.xml")))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("/map.xml is not fetched: ")
                .hasMessageContaining("is on this machine, and was named on the internet");
        assertThatThrownBy(() -> read(elsewhere.page("/moved"))).isInstanceOf(IndexerException.class);
        assertThat(here.count("/map.xml")).isZero();
        assertThat(here.count("/list")).isOne();
    }

    @Test
    void illegal_characters_in_an_index_of_sitemaps_are_a_complaint() {
        String index =
                "<?xml version=\"1.0\"?><sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>"
                        + here.page("/a") + "|b{c}</loc></sitemap></sitemapindex>";
        here.with("/index.xml", Answer.text(index));
        assertThatThrownBy(() -> read(here.page("/index.xml")))
                .isInstanceOf(IndexerException.class)
                .hasMessageContaining("it is not an address: Illegal character");
    }

    @Test
    void a_host_that_was_looked_up_does_not_come_nearer() throws Exception {
        boolean[] near = {false};
        try (AddressGuard guard = AddressGuard.begin(_ -> near[0] ? Network.LOCAL : Network.PUBLIC)) {
            guard.look(here.page("here.test", "/"));
            assertThat(InetAddress.getAllByName("here.test")).allMatch(InetAddress::isLoopbackAddress);
            near[0] = true;
            assertThatThrownBy(() -> InetAddress.getAllByName("here.test"))
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessageContaining("now resolves to a nearer address");
        }
        assertThat(InetAddress.getAllByName("here.test")).as("after the crawl").isNotEmpty();
    }
}
