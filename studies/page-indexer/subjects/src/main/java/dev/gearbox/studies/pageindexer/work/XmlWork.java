package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Parses XML. The pages of the study are HTML, not XML, so a prepared catalogue replaces the page: truncated to as many records as fit the page's length.
 * DTDs and external references are disabled.
 */
final class XmlWork implements PageWork {
    private static final int MOST_RECORDS = 10_000;
    private static final String RECORD = "<item id=\"%05d\" lang=\"en\"><title>Page &amp; title %05d</title>"
            + "<price currency=\"EUR\">%05d.50</price><note><![CDATA[a < b]]> and more</note></item>";
    private static final int RECORD_LENGTH = RECORD.formatted(0, 0, 0).length();

    private final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    private final String records;

    XmlWork() {
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        StringBuilder all = new StringBuilder();
        for (int record = 0; record < MOST_RECORDS; record++) {
            all.append(RECORD.formatted(record, record, record));
        }
        records = all.toString();
    }

    @Override
    public long on(FetchedPage page) {
        int count = Math.clamp(page.body().length / RECORD_LENGTH, 1, MOST_RECORDS);
        String document = "<items>" + records.substring(0, count * RECORD_LENGTH) + "</items>";
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(document));
            long sum = 0;
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> sum += 1 + reader.getAttributeCount();
                    case XMLStreamConstants.CHARACTERS -> sum += reader.getTextLength();
                    default -> sum++;
                }
            }
            return sum;
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("the catalogue is well-formed", impossible);
        }
    }
}
