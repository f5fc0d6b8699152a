// Echo as one writes it in Go: a goroutine for each connection, which reads and writes as if it could block. The runtime
// parks it and waits for its socket with one epoll for all. Without delay, and with the largest backlog that the kernel
// allows, as Go does by itself.
package main

import (
	"log"
	"net"
	"os"
)

const bufferSize = 4 << 10

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go-echo HOST:PORT")
	}
	listener, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for {
		connection, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go echo(connection)
	}
}

func echo(connection net.Conn) {
	defer connection.Close()
	buffer := make([]byte, bufferSize)
	for {
		count, err := connection.Read(buffer)
		if count > 0 {
			if _, gone := connection.Write(buffer[:count]); gone != nil {
				return
			}
		}
		if err != nil {
			return // the end of the stream, or the peer is gone: either way there is nothing left to say
		}
	}
}
