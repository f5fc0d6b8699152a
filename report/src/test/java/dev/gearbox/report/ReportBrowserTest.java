package dev.gearbox.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.gearbox.report.html.HtmlReport;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The page in a real browser: it draws, makes no request, and is readable in dark mode, on a phone and on paper. Runs in the profile {@code browser}
 * only, and fails without Chromium.
 */
@Tag("browser")
class ReportBrowserTest {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");

    private static Playwright playwright;
    private static Browser browser;
    private static String address;

    private final List<String> errors = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private final List<BrowserContext> contexts = new ArrayList<>();

    @BeforeAll
    static void begin() throws IOException {
        Path file = Files.createDirectories(screenshots()).resolve("report.html");
        Files.writeString(file, HtmlReport.of(SampleReports.report()));
        address = file.toUri().toString();
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium())
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    @AfterAll
    static void end() {
        playwright.close();
    }

    @AfterEach
    void nothingWentWrongAndNothingWasAskedFor() {
        contexts.forEach(BrowserContext::close);
        assertThat(errors).as("errors on the console").isEmpty();
        assertThat(requests).as("requests").allMatch(request -> request.equals(address));
    }

    @Test
    void everyPictureIsDrawn() {
        Page page = open(1280, 900, ColorScheme.LIGHT, "");
        for (String kind : List.of("ranking", "latency", "cost", "front", "causes")) {
            assertThat(marks(page, "#ping-connections-100-" + kind)).as(kind).isGreaterThan(8);
        }
        assertThat(marks(page, "#sweep-1-sweep")).as("a sweep").isGreaterThan(8);
        assertThat(marks(page, "#sweep-2-sweep")).as("a capacity").isGreaterThan(8);
        assertThat(page.locator("#ping-connections-100-ranking svg").textContent())
                .contains(SampleReports.EVIL, "1.83 [1.79, 1.87]", "dearer");
        page.locator("[data-choose=ping-connections-1000]").click();
        assertThat(marks(page, "#ping-connections-1000-ranking")).isGreaterThan(8);
        page.locator("[data-choose=hello-bye]").click();
        assertThat(page.locator("#hello-bye .invalid").isVisible()).isTrue();
        assertThat(page.locator("#hello-bye-ranking svg").textContent()).contains("invalid");
    }

    @Test
    void switchingTheMetricChangesPictureAndAddressAndALinkBringsItBack() {
        Page page = open(1280, 900, ColorScheme.LIGHT, "");
        String before = page.locator("#ping-connections-100-ranking .plot").innerHTML();
        page.locator("button[data-metric=p99]").click();
        String after = page.locator("#ping-connections-100-ranking .plot").innerHTML();
        assertThat(after).isNotEqualTo(before);
        assertThat(page.url()).endsWith("#metric=p99");
        assertThat(page.locator("#ping-connections-100-ranking .answer").textContent())
                .contains("p99");
        page.locator("[data-view=sort]").selectOption("name");
        page.locator("[data-choose=ping-connections-1000]").click();
        String link = page.locator("#ping-connections-1000-ranking .keep").getAttribute("href");
        String drawn = page.locator("#ping-connections-1000-ranking .plot").textContent();

        page.navigate("about:blank");
        requests.remove("about:blank");
        page.navigate(address + link);
        assertThat(page.locator("button[data-metric=p99]").getAttribute("aria-pressed"))
                .isEqualTo("true");
        assertThat(page.locator("[data-view=sort]").inputValue()).isEqualTo("name");
        assertThat(page.locator("#ping-connections-1000-ranking .plot").textContent())
                .isEqualTo(drawn);
        assertThat(page.locator("#ping-connections-100").isVisible()).isFalse();
    }

    @Test
    void aHashThatSomebodyMadeUpIsNoError() {
        Page page = open(1280, 900, ColorScheme.LIGHT, "#metric=none&workload=%3Cb%3E&sort=x&kind=y&of=z&theme=w&at=q");
        assertThat(marks(page, "#ping-connections-100-ranking")).isGreaterThan(8);
    }

    @Test
    void aFigureIsCopiedWithItsInterval() {
        Page page = open(1280, 900, ColorScheme.LIGHT, "");
        contexts.getLast().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.locator("#ping-connections-100-ranking summary").click();
        Locator figure = page.locator("#ping-connections-100-ranking [data-copy='1.83 [1.79, 1.87]']")
                .first();
        figure.focus();
        page.keyboard().press("Enter");
        page.locator("#said")
                .filter(new Locator.FilterOptions().setHasText("Copied 1.83 [1.79, 1.87]"))
                .waitFor();
        assertThat(page.evaluate("navigator.clipboard.readText()")).isEqualTo("1.83 [1.79, 1.87]");
    }

    @Test
    void theCausesOfAnyTwoCanBeCompared() {
        Page page = open(1280, 900, ColorScheme.LIGHT, "");
        Locator figure = page.locator("#ping-connections-100-causes");
        assertThat(figure.locator("svg").textContent())
                .contains("virtual minus selector", "scheduling of virtual threads");
        figure.locator(".pair select").first().selectOption("selector");
        figure.locator(".pair select").last().selectOption("virtual");
        assertThat(figure.locator("svg").textContent()).contains("selector minus virtual");
        assertThat(page.url()).contains("of=selector").contains("minus=virtual");
    }

    @Test
    void darkFollowsTheSystemAndCanBeChosen() {
        Page page = open(1280, 900, ColorScheme.DARK, "");
        assertThat(ground(page)).isEqualTo("rgb(20, 23, 27)");
        shoot(page, "dark");
        page.locator("[data-view=theme]").selectOption("light");
        assertThat(ground(page)).isEqualTo("rgb(255, 255, 255)");
        assertThat(page.url()).endsWith("#theme=light");
        page.reload();
        assertThat(ground(page)).isEqualTo("rgb(255, 255, 255)");
        shoot(page, "light");
    }

    @Test
    void aPhoneNeedsNoSidewaysScroll() {
        Page page = open(360, 740, ColorScheme.LIGHT, "");
        page.locator("summary").all().forEach(summary -> {
            if (summary.isVisible()) {
                summary.click();
            }
        });
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
        page.reload();
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
        shoot(page, "phone");
    }

    @Test
    void paperShowsEveryTableAndPicture() {
        Page page = open(1000, 900, ColorScheme.DARK, "#theme=dark");
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        page.waitForFunction("document.documentElement.dataset.printing === 'yes'");
        assertThat(page.locator("details:not([open])").count()).isZero();
        assertThat(page.locator("table").all()).allMatch(Locator::isVisible);
        assertThat(page.locator(".picture svg").all()).hasSizeGreaterThan(10).allMatch(Locator::isVisible);
        assertThat(page.locator(".controls").isVisible()).isFalse();
        assertThat(ground(page)).isEqualTo("rgb(255, 255, 255)");
        shoot(page, "paper");
        page.pdf(new Page.PdfOptions()
                .setPath(screenshots().resolve("paper.pdf"))
                .setFormat("A4"));
    }

    @Test
    void printingInTheDarkUsesNoDarkColoursAndLeavesThePageAsItWas() {
        Page page = open(1000, 900, ColorScheme.DARK, "");
        Locator picture = page.locator("#ping-connections-100-ranking svg");
        assertThat(picture.innerHTML()).contains("#e9ecf0");
        page.evaluate("dispatchEvent(new Event('beforeprint'))");
        assertThat(picture.innerHTML()).contains("#1b1f24").doesNotContain("#e9ecf0");
        page.evaluate("dispatchEvent(new Event('afterprint'))");
        assertThat(picture.innerHTML()).contains("#e9ecf0");
        assertThat(page.locator("#ping-connections-100-ranking details[open]").count())
                .isZero();
    }

    @Test
    void withoutAScriptTheTablesAreThere() {
        Page page = watched(browser.newContext(
                new Browser.NewContextOptions().setJavaScriptEnabled(false).setViewportSize(1000, 900)));
        page.navigate(address);
        assertThat(page.locator("table").all().stream()
                        .filter(Locator::isVisible)
                        .count())
                .isGreaterThan(20);
        assertThat(page.locator(".controls").isVisible()).isFalse();
    }

    private Page open(int width, int height, ColorScheme scheme, String hash) {
        Page page = watched(browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme)));
        page.navigate(address + hash);
        return page;
    }

    private Page watched(BrowserContext context) {
        contexts.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                errors.add(message.text());
            }
        });
        page.onPageError(errors::add);
        page.onRequest(request -> requests.add(request.url().replaceFirst("#.*", "")));
        return page;
    }

    private static long marks(Page page, String picture) {
        return page.locator(picture + " svg path").count();
    }

    private static Object ground(Page page) {
        return page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    }

    private static Path screenshots() {
        return Path.of(Optional.ofNullable(System.getProperty("gearbox.screenshots"))
                .orElseThrow(() -> new IllegalStateException("run this by mvn verify -Pbrowser -pl report -am")));
    }

    private static void shoot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(screenshots().resolve(name + ".png"))
                .setFullPage(true));
    }

    private static Path chromium() {
        return NAMES.stream()
                .flatMap(name -> Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator))
                        .map(place -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no Chromium on the PATH (" + String.join(", ", NAMES)
                        + "), and these tests need one: install chromium"));
    }
}
